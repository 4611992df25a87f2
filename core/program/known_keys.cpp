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
constexpr const char* kRefused = Sentence::phrase("the runner does not start");
constexpr const char* kMostOfCall = Sentence::phrase("most tokens of one call, prompt included");
constexpr const char* kMostOfCache = Sentence::phrase("most tokens the cache holds");
constexpr const char* kTokenCount = Sentence::phrase("number of tokens");
constexpr const char* kFirstToken = Sentence::phrase("token that begins a sequence");
constexpr const char* kLastToken = Sentence::phrase("token that ends a sequence");
constexpr const char* kLastTokens = Sentence::phrase("tokens that end a sequence");
constexpr const char* kAnyLength = Sentence::phrase("prompts of any length in one call");
constexpr const char* kKeepsCache = Sentence::phrase("the model keeps keys and values between calls");
constexpr const char* kCustomAttention = Sentence::phrase("attention is the custom operator that updates the cache");
constexpr const char* kLayerCount = Sentence::phrase("number of layers");
using enum KnownType;

constexpr std::array kKeys{
    KnownKey{"get_max_seq_len", Int, kMostOfCall, kRunner, "0.2", kRefused, true},
    KnownKey{"get_max_context_len", Int, kMostOfCache, kRunner, "0.6",
             Sentence::phrase("the runner takes the value of get_max_seq_len"), false, "that of get_max_seq_len",
             "get_max_seq_len"},
    KnownKey{"get_vocab_size", Int, kTokenCount, kRunner, "0.2"},
    KnownKey{"get_bos_id", Int, kFirstToken, kRunner, "0.2", Sentence::phrase("the runner takes the tokenizer's"), false,
             "the tokenizer's"},
    KnownKey{"get_eos_id", Int, kLastToken, kQnnRunner, "0.2"},
    KnownKey{"get_eos_ids", IntOrIntList, kLastTokens, kRunner, "0.4", Sentence::phrase("the runner takes the tokenizer's"), false,
             "the tokenizer's"},
    KnownKey{"enable_dynamic_shape", Flag, kAnyLength, kRunner, "0.4",
             Sentence::phrase("the runner assumes false: it feeds prompts token by token"), false, "false"},
    KnownKey{"use_kv_cache", Flag, kKeepsCache, kRunner, "0.2", Sentence::phrase("the runner assumes true"), false, "true"},
    KnownKey{"use_sdpa_with_kv_cache", Flag, kCustomAttention, kRunner, "0.2", Sentence::phrase("the runner assumes false"), false,
             "false"},
    KnownKey{"get_n_layers", Int, kLayerCount, kQnnRunner, "0.2", kRefused, true},
    KnownKey{"get_sliding_window", Int, Sentence::phrase("tokens that local attention looks back"), kQnnRunner, "",
             Sentence::phrase("the runner takes the whole context"), false, "the whole context"},
    KnownKey{"get_ar_len", Int, Sentence::phrase("tokens of one autoregressive step"), kQnnRunner},
    KnownKey{"get_dim", Int, Sentence::phrase("width of the model"), kQnnRunner},
    KnownKey{"get_head_dim", Int, Sentence::phrase("width of an attention head"), kQnnRunner, "0.2"},
    KnownKey{"get_max_batch_size", Int, Sentence::phrase("most sequences of one call"), kQnnRunner, "0.2"},
    KnownKey{"get_n_bos", Int, Sentence::phrase("number of tokens put before a prompt"), kQnnRunner, "0.2"},
    KnownKey{"get_n_eos", Int, Sentence::phrase("number of tokens put behind a prompt"), kQnnRunner, "0.2"},
    KnownKey{"get_n_kv_heads", Int, Sentence::phrase("number of key and value heads"), kQnnRunner, "0.2"},
    KnownKey{"get_use_kv_cache", Flag, kKeepsCache, kQnnRunner},
    KnownKey{"get_kv_io_bit_width", Int, Sentence::phrase("bits of an element of the cache"), kQnnRunner},
    KnownKey{"get_logits_scale", Float, Sentence::phrase("scale of the quantized logits"), kQnnRunner},
    KnownKey{"get_logits_zero_point", Int, Sentence::phrase("zero point of the quantized logits"), kQnnRunner},
    KnownKey{"num_rnn_layers", Int, Sentence::phrase("recurrent layers of the prediction network"), kTransducer, "1.1", kRefused,
             true},
    KnownKey{"pred_hidden", Int, Sentence::phrase("width of the prediction network"), kTransducer, "1.1", kRefused, true},
    KnownKey{"vocab_size", Int, kTokenCount, kTransducer, "1.1", kRefused, true},
    KnownKey{"blank_id", Int, Sentence::phrase("token that stands for no text"), kTransducer, "1.1", kRefused, true},
    KnownKey{"sample_rate", Int, Sentence::phrase("samples of audio a second"), kTransducer, "1.1", kRefused, true},
    KnownKey{"window_stride", Float, Sentence::phrase("seconds between frames of features"), kTransducer, "1.1", kRefused, true},
    KnownKey{"encoder_subsampling_factor", Int, Sentence::phrase("frames of features for one of the encoder"), kTransducer, "1.1",
             kRefused, true},
    KnownKey{"metadata.tokenizer.bos_id", Int, kFirstToken, kHelper, kUnreleased},
    KnownKey{"metadata.tokenizer.eos_ids", IntList, kLastTokens, kHelper, kUnreleased},
    KnownKey{"metadata.tokenizer.chat_template", String, Sentence::phrase("Jinja template of a conversation"), kHelper,
             kUnreleased},
    KnownKey{"metadata.context.max_seq_len", Int, kMostOfCall, kHelper, kUnreleased},
    KnownKey{"metadata.context.max_context_len", Int, kMostOfCache, kHelper, kUnreleased},
    KnownKey{"metadata.model.vocab_size", Int, kTokenCount, kHelper, kUnreleased},
    KnownKey{"metadata.model.use_kv_cache", Flag, kKeepsCache, kHelper, kUnreleased},
    KnownKey{"metadata.model.n_layers", Int, kLayerCount, kHelper, kUnreleased},
    KnownKey{"metadata.model.enable_dynamic_shape", Flag, kAnyLength, kHelper, kUnreleased},
    KnownKey{"metadata.model.use_sdpa_with_kv_cache", Flag, kCustomAttention, kHelper, kUnreleased},
    KnownKey{"metadata.general.name", String, Sentence::phrase("name of the model"), kProposal, kUnreleased},
    KnownKey{"metadata.general.architecture", String, Sentence::phrase("architecture of the model"), kProposal, kUnreleased},
    KnownKey{"metadata.tokenizer.model", String, Sentence::phrase("kind of tokenizer"), kProposal, kUnreleased},
    KnownKey{"metadata.tokenizer.vocab_size", Int, kTokenCount, kProposal, kUnreleased},
    KnownKey{"metadata.tokenizer.bos_token_id", Int, kFirstToken, kProposal, kUnreleased},
    KnownKey{"metadata.tokenizer.eos_token_id", Int, kLastToken, kProposal, kUnreleased},
    KnownKey{"metadata.context.length", Int, kMostOfCall, kProposal, kUnreleased},
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
