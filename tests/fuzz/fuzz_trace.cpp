// Conversations: lines of traces, chat templates, pictures, configurations of processors.
#include "conversation/chat_template.h"
#include "conversation/picture_file.h"
#include "conversation/processor.h"
#include "fuzz/fuzz_input.h"
#include "io/json.h"
#include "traces/trace.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace etscope;
    Diagnostics diagnostics;
    const ByteRange file = fuzz::rangeOf(data, size);
    static_cast<void>(traces::Trace::open(file, diagnostics, {}));
    if (const auto picture = conversation::readPicture(file); picture && picture->rows < 512 && picture->columns < 512)
        static_cast<void>(conversation::resized(*picture, 7, 5, conversation::Resampling::Bicubic, true, true));
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto config = parseJson(text, size); config && config->is_object())
        static_cast<void>(conversation::readProcessor(*config));
    const nlohmann::ordered_json variables{{"messages", {{{"role", "user"}, {"content", "hi"}}}}, {"bos_token", "<s>"}};
    for (const bool trim : {false, true})
        if (const auto made = conversation::ChatTemplate::parse(text, {trim, trim}))
            static_cast<void>((*made)->render(variables, {}));
    return 0;
}
