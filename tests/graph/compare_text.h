// COMPARE_TEXT: QCOMPARE for std::string that prints both texts when they differ.
#pragma once

#include <QString>
#include <QtTest>
#include <string_view>

namespace etscope::test {

inline QString shownText(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

}  // namespace etscope::test

#define COMPARE_TEXT(actual, expected) QCOMPARE(etscope::test::shownText(actual), etscope::test::shownText(expected))
