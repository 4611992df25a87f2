// Runs the test class that the first argument names; without one, tells their names.
#include <cstdio>

#include <QTemporaryDir>

#include "support/test_case.h"

#ifdef ETSCOPE_TEST_WINDOW
#include <QApplication>
using Application = QApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif

namespace etscope::test {
namespace {

const TestCase*& head() {
    static const TestCase* first = nullptr;
    return first;
}

}  // namespace

TestCase::TestCase(std::string_view file, Run run) : m_name(file.substr(0, file.rfind('.'))), m_run(run), m_next(head()) {
    head() = this;
}

const TestCase* TestCase::first() { return head(); }

const TestCase* TestCase::find(std::string_view name) {
    const TestCase* at = head();
    while (at != nullptr && at->name() != name) at = at->next();
    return at;
}

}  // namespace etscope::test

int main(int count, char** arguments) {
    using etscope::test::TestCase;
    const TestCase* chosen = count > 1 ? TestCase::find(arguments[1]) : nullptr;
    if (chosen == nullptr) {
        std::fprintf(stderr, "usage: %s TEST [arguments of Qt Test]\n", arguments[0]);
        for (const TestCase* one = TestCase::first(); one != nullptr; one = one->next())
            std::fprintf(stderr, "  %.*s\n", static_cast<int>(one->name().size()), one->name().data());
        return 2;
    }
    arguments[1] = arguments[0];
    // Tests run side by side: the settings of one are no other's. Qt reads this once, before the first of them.
    const QTemporaryDir settings;
    qputenv("XDG_CONFIG_HOME", settings.path().toUtf8());
    Application::setOrganizationName(QStringLiteral("etscope-test"));
    int left = count - 1;
    Application application(left, arguments + 1);
    return chosen->run(left, arguments + 1);
}
