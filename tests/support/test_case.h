// Test classes of one folder share an executable: linking one costs more than compiling most of them. ctest runs each class in a
// process of its own, named after its file: `tests_gap tst_audit [arguments of Qt Test]`.
#pragma once

#include <string_view>

namespace etscope::test {

/// One class of tests, by the name of its file without ".cpp". Made before main() by ETSCOPE_TEST, once a class.
class TestCase {
public:
    using Run = int (*)(int count, char** arguments);

    TestCase(std::string_view file, Run run);

    static const TestCase* find(std::string_view name);
    static const TestCase* first();
    const TestCase* next() const { return m_next; }
    std::string_view name() const { return m_name; }
    int run(int count, char** arguments) const { return m_run(count, arguments); }

private:
    std::string_view m_name;
    Run m_run;
    const TestCase* m_next;
};

}  // namespace etscope::test

#define ETSCOPE_TEST(Class)                                                                               \
    static const etscope::test::TestCase testCase##Class(__FILE_NAME__, [](int count, char** arguments) { \
        Class tests;                                                                                      \
        return QTest::qExec(&tests, count, arguments);                                                    \
    });
