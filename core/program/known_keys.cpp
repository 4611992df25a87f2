#include "program/known_keys.h"

#include <algorithm>
#include <array>

#include "base/enum_table.h"
#include "base/sentence.h"

namespace etscope::program {
namespace {

constexpr std::string_view kRunner = kLlmRunner, kTransducer = kTransducerRunner;
constexpr std::string_view kHelper = "runners that read named metadata";
constexpr std::string_view kProposal = "metadata proposal, issue 19384";
constexpr std::string_view kUnreleased = "in no release";
constexpr std::string_view kRefused = Sentence::phrase("the runner does not start");
using enum KnownType;

constexpr std::array kKeys{
    KnownKey{"get_max_seq_len", Int, "most tokens of one call, prompt included", kRunner, kRefused, true, {}, "0.2"},
    KnownKey{"get_max_context_len", Int, "most tokens the cache holds", kRunner,
             Sentence::phrase("the runner takes the value of get_max_seq_len"), false, "that of get_max_seq_len", "0.6"},
    KnownKey{"get_vocab_size", Int, "number of tokens", kRunner, {}, false, {}, "0.2"},
    KnownKey{"get_bos_id", Int, "token that begins a sequence", kRunner, Sentence::phrase("the runner takes the tokenizer's"),
             false, "the tokenizer's", "0.2"},
    KnownKey{"get_eos_id", Int, "token that ends a sequence", kQnnRunner, {}, false, {}, "0.2"},
    KnownKey{"get_eos_ids", IntOrIntList, "tokens that end a sequence", kRunner,
             Sentence::phrase("the runner takes the tokenizer's"), false, "the tokenizer's", "0.4"},
    KnownKey{"enable_dynamic_shape", Flag, "prompts of any length in one call", kRunner,
             Sentence::phrase("the runner assumes false: it feeds prompts token by token"), false, "false", "0.4"},
    KnownKey{"use_kv_cache", Flag, "the model keeps keys and values between calls", kRunner,
             Sentence::phrase("the runner assumes true"), false, "true", "0.2"},
    KnownKey{"use_sdpa_with_kv_cache", Flag, "attention is the custom operator that updates the cache", kRunner,
             Sentence::phrase("the runner assumes false"), false, "false", "0.2"},
    KnownKey{"get_n_layers", Int, "number of layers", kQnnRunner, kRefused, true, {}, "0.2"},
    KnownKey{"get_sliding_window", Int, "tokens that local attention looks back", kQnnRunner,
             Sentence::phrase("the runner takes the whole context"), false, "the whole context"},
    KnownKey{"get_ar_len", Int, "tokens of one autoregressive step", kQnnRunner},
    KnownKey{"get_dim", Int, "width of the model", kQnnRunner},
    KnownKey{"get_head_dim", Int, "width of an attention head", kQnnRunner, {}, false, {}, "0.2"},
    KnownKey{"get_max_batch_size", Int, "most sequences of one call", kQnnRunner, {}, false, {}, "0.2"},
    KnownKey{"get_n_bos", Int, "number of tokens put before a prompt", kQnnRunner, {}, false, {}, "0.2"},
    KnownKey{"get_n_eos", Int, "number of tokens put behind a prompt", kQnnRunner, {}, false, {}, "0.2"},
    KnownKey{"get_n_kv_heads", Int, "number of key and value heads", kQnnRunner, {}, false, {}, "0.2"},
    KnownKey{"get_use_kv_cache", Flag, "the model keeps keys and values between calls", kQnnRunner},
    KnownKey{"get_kv_io_bit_width", Int, "bits of an element of the cache", kQnnRunner},
    KnownKey{"get_logits_scale", Float, "scale of the quantized logits", kQnnRunner},
    KnownKey{"get_logits_zero_point", Int, "zero point of the quantized logits", kQnnRunner},
    KnownKey{"num_rnn_layers", Int, "recurrent layers of the prediction network", kTransducer, kRefused, true, {}, "1.1"},
    KnownKey{"pred_hidden", Int, "width of the prediction network", kTransducer, kRefused, true, {}, "1.1"},
    KnownKey{"vocab_size", Int, "number of tokens", kTransducer, kRefused, true, {}, "1.1"},
    KnownKey{"blank_id", Int, "token that stands for no text", kTransducer, kRefused, true, {}, "1.1"},
    KnownKey{"sample_rate", Int, "samples of audio a second", kTransducer, kRefused, true, {}, "1.1"},
    KnownKey{"window_stride", Float, "seconds between frames of features", kTransducer, kRefused, true, {}, "1.1"},
    KnownKey{
        "encoder_subsampling_factor", Int, "frames of features for one of the encoder", kTransducer, kRefused, true, {}, "1.1"},
    KnownKey{"metadata.tokenizer.bos_id", Int, "token that begins a sequence", kHelper, {}, false, {}, kUnreleased},
    KnownKey{"metadata.tokenizer.eos_ids", IntList, "tokens that end a sequence", kHelper, {}, false, {}, kUnreleased},
    KnownKey{"metadata.tokenizer.chat_template", String, "Jinja template of a conversation", kHelper, {}, false, {}, kUnreleased},
    KnownKey{"metadata.context.max_seq_len", Int, "most tokens of one call, prompt included", kHelper, {}, false, {}, kUnreleased},
    KnownKey{"metadata.context.max_context_len", Int, "most tokens the cache holds", kHelper, {}, false, {}, kUnreleased},
    KnownKey{"metadata.model.vocab_size", Int, "number of tokens", kHelper, {}, false, {}, kUnreleased},
    KnownKey{
        "metadata.model.use_kv_cache", Flag, "the model keeps keys and values between calls", kHelper, {}, false, {}, kUnreleased},
    KnownKey{"metadata.model.n_layers", Int, "number of layers", kHelper, {}, false, {}, kUnreleased},
    KnownKey{"metadata.model.enable_dynamic_shape", Flag, "prompts of any length in one call", kHelper, {}, false, {}, kUnreleased},
    KnownKey{"metadata.model.use_sdpa_with_kv_cache",
             Flag,
             "attention is the custom operator that updates the cache",
             kHelper,
             {},
             false,
             {},
             kUnreleased},
    KnownKey{"metadata.general.name", String, "name of the model", kProposal, {}, false, {}, kUnreleased},
    KnownKey{"metadata.general.architecture", String, "architecture of the model", kProposal, {}, false, {}, kUnreleased},
    KnownKey{"metadata.tokenizer.model", String, "kind of tokenizer", kProposal, {}, false, {}, kUnreleased},
    KnownKey{"metadata.tokenizer.vocab_size", Int, "number of tokens", kProposal, {}, false, {}, kUnreleased},
    KnownKey{"metadata.tokenizer.bos_token_id", Int, "token that begins a sequence", kProposal, {}, false, {}, kUnreleased},
    KnownKey{"metadata.tokenizer.eos_token_id", Int, "token that ends a sequence", kProposal, {}, false, {}, kUnreleased},
    KnownKey{"metadata.context.length", Int, "most tokens of one call, prompt included", kProposal, {}, false, {}, kUnreleased},
};

template <std::size_t N>
using Names = std::array<std::string_view, N>;
constexpr Names<1> kTransducerMethods{"joint"};
constexpr Names<2> kQnnMethods{"kv_forward", "prefill_forward"}, kSequenceMethods{"encoder", "text_decoder"};
constexpr Names<2> kEmbeddingMethods{"token_embedding", "token_embeddings"};
constexpr Names<4> kTextMethods{"text_decoder", "vision_encoder", "image_encoder", "audio_encoder"};
constexpr Names<5> kQnnKeys{"get_ar_len", "get_kv_io_bit_width", "get_logits_scale", "get_logits_zero_point", "get_use_kv_cache"};
constexpr Names<7> kTransducerKeys{
    "num_rnn_layers", "pred_hidden", "vocab_size", "blank_id", "sample_rate", "window_stride", "encoder_subsampling_factor"};
constexpr Names<8> kTextKeys{"get_max_seq_len", "get_max_context_len",  "get_vocab_size", "get_bos_id",
                             "get_eos_ids",     "enable_dynamic_shape", "use_kv_cache",   "use_sdpa_with_kv_cache"};
constexpr std::array kSigns{
    ReaderSign{kQnnRunner, kQnnMethods},
    ReaderSign{kTransducer, kTransducerMethods},
    ReaderSign{kRunner, kEmbeddingMethods},
    ReaderSign{kSequenceRunner, kSequenceMethods, true, 2},
    ReaderSign{kRunner, kTextMethods, true, 2},
    ReaderSign{kQnnRunner, kQnnKeys, false},
    ReaderSign{kTransducer, kTransducerKeys, false, 3},
    ReaderSign{kRunner, kTextKeys, false, 1, "get_"},
};

constexpr std::array kEquivalents{
    EquivalentKeys{"metadata.context.max_seq_len", "get_max_seq_len"},
    EquivalentKeys{"metadata.context.max_context_len", "get_max_context_len"},
    EquivalentKeys{"metadata.tokenizer.bos_id", "get_bos_id"},
    EquivalentKeys{"metadata.tokenizer.eos_ids", "get_eos_ids"},
    EquivalentKeys{"metadata.model.vocab_size", "get_vocab_size"},
    EquivalentKeys{"metadata.model.use_kv_cache", "use_kv_cache"},
    EquivalentKeys{"metadata.model.enable_dynamic_shape", "enable_dynamic_shape"},
    EquivalentKeys{"metadata.model.use_sdpa_with_kv_cache", "use_sdpa_with_kv_cache"},
    EquivalentKeys{"metadata.model.n_layers", "get_n_layers"},
    EquivalentKeys{"metadata.context.max_seq_len", "metadata.context.length"},
    EquivalentKeys{"metadata.tokenizer.bos_id", "metadata.tokenizer.bos_token_id"},
    EquivalentKeys{"metadata.model.vocab_size", "metadata.tokenizer.vocab_size"},
};

}  // namespace

std::string_view knownTypeName(KnownType type) noexcept {
    constexpr EnumTable<IntOrIntList> kNames({"int", "bool or int 0/1", "float", "string", "list of ints", "int or list of ints"});
    return kNames[type];
}

const KnownKey* knownKey(std::string_view key) noexcept {
    const auto found = std::find_if(kKeys.begin(), kKeys.end(), [key](const KnownKey& known) { return known.key == key; });
    return found == kKeys.end() ? nullptr : &*found;
}

std::span<const KnownKey> knownKeys() noexcept { return kKeys; }
std::span<const ReaderSign> readerSigns() noexcept { return kSigns; }
std::span<const EquivalentKeys> equivalentKeys() noexcept { return kEquivalents; }

}  // namespace etscope::program
