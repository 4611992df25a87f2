#include "program/known_keys.h"

#include <algorithm>
#include <array>

#include "base/enum_table.h"
#include "base/sentence.h"

namespace etscope::program {
namespace {

constexpr std::string_view kUnreleased = "in no release";
constexpr const char* kRefused = Sentence::phrase("the runner does not start");
constexpr const char* kMostOfCall = Sentence::phrase("maximum tokens per call, prompt included");
constexpr const char* kMostOfCache = Sentence::phrase("most tokens the cache holds");
constexpr const char* kTokenCount = Sentence::phrase("number of tokens");
constexpr const char* kFirstToken = Sentence::phrase("token that begins a sequence");
constexpr const char* kLastToken = Sentence::phrase("token that ends a sequence");
constexpr const char* kLastTokens = Sentence::phrase("tokens that end a sequence");
constexpr const char* kAnyLength = Sentence::phrase("prompt length is dynamic");
constexpr const char* kKeepsCache = Sentence::phrase("uses a KV cache");
constexpr const char* kCustomAttention = Sentence::phrase("attention is the custom operator sdpa_with_kv_cache");
constexpr const char* kLayerCount = Sentence::phrase("number of layers");
using enum KnownType;
using enum KeyReader;

constexpr std::array kKeys{
    KnownKey{"get_max_seq_len", Int, kMostOfCall, LlmRunner, "0.2", kRefused, true},
    KnownKey{"get_max_context_len", Int, kMostOfCache, LlmRunner, "0.6",
             Sentence::phrase("the runner takes the value of get_max_seq_len"), false, "that of get_max_seq_len",
             "get_max_seq_len"},
    KnownKey{"get_vocab_size", Int, kTokenCount, LlmRunner, "0.2"},
    KnownKey{"get_bos_id", Int, kFirstToken, LlmRunner, "0.2", Sentence::phrase("the runner takes the tokenizer's"), false,
             "the tokenizer's"},
    KnownKey{"get_eos_id", Int, kLastToken, QnnRunner, "0.2"},
    KnownKey{"get_eos_ids", IntOrIntList, kLastTokens, LlmRunner, "0.4", Sentence::phrase("the runner takes the tokenizer's"),
             false, "the tokenizer's"},
    KnownKey{"enable_dynamic_shape", Flag, kAnyLength, LlmRunner, "0.4",
             Sentence::phrase("the runner assumes false: it feeds prompts token by token"), false, "false"},
    KnownKey{"use_kv_cache", Flag, kKeepsCache, LlmRunner, "0.2", Sentence::phrase("the runner assumes true"), false, "true"},
    KnownKey{"use_sdpa_with_kv_cache", Flag, kCustomAttention, LlmRunner, "0.2", Sentence::phrase("the runner assumes false"),
             false, "false"},
    KnownKey{"get_n_layers", Int, kLayerCount, QnnRunner, "0.2", kRefused, true},
    KnownKey{"get_sliding_window", Int, Sentence::phrase("tokens that local attention looks back"), QnnRunner, "",
             Sentence::phrase("the runner takes the whole context"), false, "the whole context"},
    KnownKey{"get_ar_len", Int, Sentence::phrase("tokens of one autoregressive step"), QnnRunner},
    KnownKey{"get_dim", Int, Sentence::phrase("width of the model"), QnnRunner},
    KnownKey{"get_head_dim", Int, Sentence::phrase("width of an attention head"), QnnRunner, "0.2"},
    KnownKey{"get_max_batch_size", Int, Sentence::phrase("most sequences of one call"), QnnRunner, "0.2"},
    KnownKey{"get_n_bos", Int, Sentence::phrase("number of tokens put before a prompt"), QnnRunner, "0.2"},
    KnownKey{"get_n_eos", Int, Sentence::phrase("number of tokens put behind a prompt"), QnnRunner, "0.2"},
    KnownKey{"get_n_kv_heads", Int, Sentence::phrase("number of key and value heads"), QnnRunner, "0.2"},
    KnownKey{"get_use_kv_cache", Flag, kKeepsCache, QnnRunner},
    KnownKey{"get_kv_io_bit_width", Int, Sentence::phrase("bits of an element of the cache"), QnnRunner},
    KnownKey{"get_logits_scale", Float, Sentence::phrase("scale of the quantized logits"), QnnRunner},
    KnownKey{"get_logits_zero_point", Int, Sentence::phrase("zero point of the quantized logits"), QnnRunner},
    KnownKey{"num_rnn_layers", Int, Sentence::phrase("recurrent layers of the prediction network"), TransducerRunner, "1.1",
             kRefused, true},
    KnownKey{"pred_hidden", Int, Sentence::phrase("width of the prediction network"), TransducerRunner, "1.1", kRefused, true},
    KnownKey{"vocab_size", Int, kTokenCount, TransducerRunner, "1.1", kRefused, true},
    KnownKey{"blank_id", Int, Sentence::phrase("token that stands for no text"), TransducerRunner, "1.1", kRefused, true},
    KnownKey{"sample_rate", Int, Sentence::phrase("samples of audio a second"), TransducerRunner, "1.1", kRefused, true},
    KnownKey{"window_stride", Float, Sentence::phrase("seconds between frames of features"), TransducerRunner, "1.1", kRefused,
             true},
    KnownKey{"encoder_subsampling_factor", Int, Sentence::phrase("frames of features for one of the encoder"), TransducerRunner,
             "1.1", kRefused, true},
    KnownKey{"metadata.tokenizer.bos_id", Int, kFirstToken, NamedMetadata, kUnreleased},
    KnownKey{"metadata.tokenizer.eos_ids", IntList, kLastTokens, NamedMetadata, kUnreleased},
    KnownKey{"metadata.tokenizer.chat_template", String, Sentence::phrase("Jinja template of a conversation"), NamedMetadata,
             kUnreleased},
    KnownKey{"metadata.context.max_seq_len", Int, kMostOfCall, NamedMetadata, kUnreleased},
    KnownKey{"metadata.context.max_context_len", Int, kMostOfCache, NamedMetadata, kUnreleased},
    KnownKey{"metadata.model.vocab_size", Int, kTokenCount, NamedMetadata, kUnreleased},
    KnownKey{"metadata.model.use_kv_cache", Flag, kKeepsCache, NamedMetadata, kUnreleased},
    KnownKey{"metadata.model.n_layers", Int, kLayerCount, NamedMetadata, kUnreleased},
    KnownKey{"metadata.model.enable_dynamic_shape", Flag, kAnyLength, NamedMetadata, kUnreleased},
    KnownKey{"metadata.model.use_sdpa_with_kv_cache", Flag, kCustomAttention, NamedMetadata, kUnreleased},
    KnownKey{"metadata.general.name", String, Sentence::phrase("name of the model"), Proposal, kUnreleased},
    KnownKey{"metadata.general.architecture", String, Sentence::phrase("architecture of the model"), Proposal, kUnreleased},
    KnownKey{"metadata.tokenizer.model", String, Sentence::phrase("kind of tokenizer"), Proposal, kUnreleased},
    KnownKey{"metadata.tokenizer.vocab_size", Int, kTokenCount, Proposal, kUnreleased},
    KnownKey{"metadata.tokenizer.bos_token_id", Int, kFirstToken, Proposal, kUnreleased},
    KnownKey{"metadata.tokenizer.eos_token_id", Int, kLastToken, Proposal, kUnreleased},
    KnownKey{"metadata.context.length", Int, kMostOfCall, Proposal, kUnreleased},
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
    ReaderSign{QnnRunner, kQnnMethods},
    ReaderSign{TransducerRunner, kTransducerMethods},
    ReaderSign{LlmRunner, kEmbeddingMethods},
    ReaderSign{SequenceRunner, kSequenceMethods, true, 2},
    ReaderSign{LlmRunner, kTextMethods, true, 2},
    ReaderSign{QnnRunner, kQnnKeys, false},
    ReaderSign{TransducerRunner, kTransducerKeys, false, 3},
    ReaderSign{LlmRunner, kTextKeys, false, 1, "get_"},
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

const char* keyReaderName(KeyReader reader) noexcept {
    constexpr EnumTable<Proposal, const char*> kNames(
        {Sentence::phrase("LLM runner"), Sentence::phrase("speech transducer runner"), Sentence::phrase("Qualcomm LLM runner"),
         Sentence::phrase("sequence-to-sequence (speech) runner"), Sentence::phrase("runners that read named metadata"),
         Sentence::phrase("metadata proposal, issue 19384")});
    return kNames[reader];
}

const KnownKey* knownKey(std::string_view key) noexcept {
    const auto found = std::find_if(kKeys.begin(), kKeys.end(), [key](const KnownKey& known) { return known.key == key; });
    return found == kKeys.end() ? nullptr : &*found;
}

std::span<const KnownKey> knownKeys() noexcept { return kKeys; }
std::span<const ReaderSign> readerSigns() noexcept { return kSigns; }
std::span<const EquivalentKeys> equivalentKeys() noexcept { return kEquivalents; }

}  // namespace etscope::program
