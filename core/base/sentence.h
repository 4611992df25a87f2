// A text for people that can be said in several languages: its words and what stands in them, apart. English, which text() gives,
// is that of the command line and of documents; nothing but people may depend on it. Value type; any thread.
#pragma once

#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace etscope {

class Sentence {
public:
    /// English words in another language; those that it does not know come back as they are.
    using Language = std::function<std::string(const char*)>;

    Sentence() = default;
    /// What is the same in every language: names, numbers, texts of files.
    Sentence(std::string same) : m_same(std::move(same)) {}
    Sentence(std::string_view same) : m_same(same) {}
    explicit Sentence(std::integral auto number) : m_same(std::to_string(number)) {}
    Sentence(const char*) = delete;  // words are given by of()

    /// "%1 of %2 {2:call|calls}": the arguments, and the first form where argument 2 is "1". `./dev translate` finds the literal.
    template <class... Arguments>
    static Sentence of(const char* words, const Arguments&... arguments) {
        Sentence made;
        made.m_words = words;
        made.m_parts = {Sentence(arguments)...};
        return made;
    }
    /// The same for words that are said later, of a table.
    static constexpr const char* phrase(const char* english) noexcept { return english; }
    /// One behind the other, without empty ones; `between` is the same in every language.
    static Sentence list(std::vector<Sentence> parts, std::string between);

    Sentence& operator+=(Sentence more);
    friend Sentence operator+(Sentence left, Sentence right) { return left += std::move(right); }
    friend bool operator==(const Sentence& left, const Sentence& right) { return left.text() == right.text(); }

    bool empty() const noexcept { return m_words == nullptr && m_parts.empty() && m_same.empty(); }
    /// Whether it begins with words, not with a name.
    bool beginsWithWords() const noexcept;
    std::string text() const { return text({}); }
    std::string text(const Language& language) const;

private:
    const char* m_words = nullptr;  ///< nothing: the parts with `m_same` between them, or that alone
    std::vector<Sentence> m_parts;
    std::string m_same;
};

}  // namespace etscope
