// Systems that reach an open file by its name only. Internal to core/io/platform_*.
#pragma once

#include <cerrno>
#include <random>
#include <string>
#include <string_view>

namespace etscope::platform {

/// Puts characters of chance for the six X at the end until `make` succeeds or fails for another reason than that the name is taken.
template <class Make>
int withOwnName(std::string& name, Make make) {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
    constexpr int kMostTries = 100, kUnique = 6;
    std::random_device chance;
    int made = -1;
    for (int i = 0; i < kMostTries && made < 0 && (i == 0 || errno == EEXIST); ++i) {
        for (std::size_t c = name.size() - kUnique; c < name.size(); ++c) name[c] = kLetters[chance() % kLetters.size()];
        made = make(name);
    }
    return made;
}

}  // namespace etscope::platform
