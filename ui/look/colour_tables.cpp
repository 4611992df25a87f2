// The colours of the themes: the only place where colours are written.
#include "look/tokens.h"

namespace etscope::ui {
namespace {

QColor rgb(unsigned value) { return QColor::fromRgb(value); }

Tokens lightTokens() {
    Tokens t;
    t.dark = false;
    t.window = rgb(0xEFF1F4), t.raised = rgb(0xF7F8FA), t.base = rgb(0xFFFFFF), t.alternate = rgb(0xF7F9FB),
    t.hover = rgb(0xEDF2FA);
    t.border = rgb(0xD5DAE1), t.hairline = rgb(0xE7EAEE), t.control = rgb(0x848E9D), t.handle = t.border;
    t.text = rgb(0x1A1E26), t.text2 = rgb(0x4F5969), t.text3 = rgb(0x5B6575), t.accent = rgb(0x2558BF), t.onAccent = rgb(0xFFFFFF);
    t.selection = rgb(0xD8E5FC), t.idleSelection = rgb(0xE4E8EE), t.found = rgb(0xFFE9A8);
    t.match = rgb(0x1A7442), t.differ = rgb(0xBE2F18), t.amber = rgb(0x8A5A00), t.amberMark = rgb(0xB97800),
    t.incomparable = rgb(0x7438B0), t.missing = rgb(0x5B6575);
    t.matchBack = rgb(0xDDF1E4), t.differBack = rgb(0xFBE0DA), t.amberBack = rgb(0xFBEFD2), t.incomparableBack = rgb(0xEDE3F8),
    t.missingBack = rgb(0xEEF0F3), t.noteBack = rgb(0xE2ECFC);
    t.canvas = rgb(0xFAFBFC), t.edge = rgb(0x8B95A4), t.hotEdge = rgb(0x2558BF), t.groupBorder = rgb(0xB9C2CE);
    t.group = {rgb(0xF1F4F8), rgb(0xE8EDF3), rgb(0xDFE6EE)};
    t.heat = {rgb(0xF3F5F8), rgb(0xFBE3B4), rgb(0xF3B057), rgb(0xDE6F2C), rgb(0xA8301F), rgb(0x5C0D1E)};
    t.series = {rgb(0x2558BF), rgb(0xC2560C), rgb(0x177E6C), rgb(0x7A50C7)};
    t.families = {{{rgb(0xDCE8FC), rgb(0x2F66C4)},
                   {rgb(0xE9ECF1), rgb(0x6C7889)},
                   {rgb(0xD6F0EB), rgb(0x177E6C)},
                   {rgb(0xE2F3D3), rgb(0x4B8A22)},
                   {rgb(0xF3F0EA), rgb(0x8F826B)},
                   {rgb(0xEBE3FB), rgb(0x7A50C7)},
                   {rgb(0xF8EBCB), rgb(0x9C6E12)},
                   {rgb(0xFBDFE6), rgb(0xB83B5E)},
                   {rgb(0xD3E9F5), rgb(0x1F7399)},
                   {rgb(0xFFFFFF), rgb(0x2558BF)},
                   {rgb(0xF1F1F1), rgb(0x777777)},
                   {rgb(0xE9ECF1), rgb(0x6C7889)}}};
    t.delegation = {{{rgb(0xA9CBF3), rgb(0x1E5FAE)}, {rgb(0xFCEBCF), rgb(0xA86408)}, {rgb(0xFFFFFF), rgb(0x98A1AE)}}};
    t.keyword = rgb(0x7438B0), t.string = rgb(0x1A7442), t.number = rgb(0xA44A00), t.comment = rgb(0x5B6575);
    return t;
}

Tokens darkTokens() {
    Tokens t;
    t.dark = true;
    t.window = rgb(0x1D2026), t.raised = rgb(0x252931), t.base = rgb(0x15171C), t.alternate = rgb(0x191C22),
    t.hover = rgb(0x22262E);
    t.border = rgb(0x343A45), t.hairline = rgb(0x252A33), t.control = rgb(0x6E7888), t.handle = t.border;
    t.text = rgb(0xE6E9EE), t.text2 = rgb(0xAEB6C3), t.text3 = rgb(0x9AA4B3), t.accent = rgb(0x82ADFF), t.onAccent = rgb(0x0E1420);
    t.selection = rgb(0x23385F), t.idleSelection = rgb(0x2B303A), t.found = rgb(0x5E4A12);
    t.match = rgb(0x5CC78D), t.differ = rgb(0xFF8A70), t.amber = rgb(0xEFB548), t.amberMark = rgb(0xEFB548),
    t.incomparable = rgb(0xC8A0FF), t.missing = rgb(0x9AA4B3);
    t.matchBack = rgb(0x17372A), t.differBack = rgb(0x4A211A), t.amberBack = rgb(0x40310F), t.incomparableBack = rgb(0x362650),
    t.missingBack = rgb(0x262B34), t.noteBack = rgb(0x1E2F52);
    t.canvas = rgb(0x121419), t.edge = rgb(0x636C7A), t.hotEdge = rgb(0x82ADFF), t.groupBorder = rgb(0x4A5362);
    t.group = {rgb(0x191C22), rgb(0x20242B), rgb(0x282D36)};
    t.heat = {rgb(0x1B1F27), rgb(0x4B2320), rgb(0x8E3A1D), rgb(0xD06A1E), rgb(0xF3AE4C), rgb(0xFFF0C4)};
    t.series = {rgb(0x82ADFF), rgb(0xFFA45C), rgb(0x4FC0AC), rgb(0xB095F0)};
    t.families = {{{rgb(0x1D3358), rgb(0x6EA0F5)},
                   {rgb(0x2A303A), rgb(0x98A4B5)},
                   {rgb(0x153B36), rgb(0x4FC0AC)},
                   {rgb(0x243A18), rgb(0x8CCB60)},
                   {rgb(0x322E27), rgb(0xB9AA8E)},
                   {rgb(0x33265A), rgb(0xB095F0)},
                   {rgb(0x40310F), rgb(0xDDAE4B)},
                   {rgb(0x4A1F2D), rgb(0xF0809F)},
                   {rgb(0x12384A), rgb(0x62B8DE)},
                   {rgb(0x15171C), rgb(0x82ADFF)},
                   {rgb(0x2A2A2A), rgb(0xA0A0A0)},
                   {rgb(0x2A303A), rgb(0x98A4B5)}}};
    t.delegation = {{{rgb(0x2C5A94), rgb(0x8FC0FF)}, {rgb(0x3A2A10), rgb(0xE5A94C)}, {rgb(0x15171C), rgb(0x6E7888)}}};
    t.keyword = rgb(0xC8A0FF), t.string = rgb(0x5CC78D), t.number = rgb(0xFFB27A), t.comment = rgb(0x9AA4B3);
    return t;
}

/// Black on white; every text has 7 : 1 and more on whatever it stands, every line is strong. States keep their hues.
Tokens highContrastTokens() {
    Tokens t = lightTokens();
    t.window = t.raised = t.base = t.alternate = t.canvas = rgb(0xFFFFFF);
    t.hover = rgb(0xFFF1B8);
    t.border = t.hairline = t.control = t.groupBorder = rgb(0x000000);
    t.handle = rgb(0x767676);  // no text: as strong as it must be, and no bar across a table
    t.text = t.text2 = t.text3 = rgb(0x000000);
    t.accent = t.hotEdge = rgb(0x00308F), t.onAccent = rgb(0xFFFFFF), t.edge = rgb(0x333333);
    t.selection = rgb(0xBFDBFF), t.idleSelection = rgb(0xDCDCDC), t.found = rgb(0xFFE066);
    t.match = rgb(0x00471C), t.differ = rgb(0x7A0D00), t.amber = t.amberMark = rgb(0x5C3A00), t.incomparable = rgb(0x4A1483),
    t.missing = rgb(0x000000);
    t.group = {rgb(0xFFFFFF), rgb(0xF4F4F4), rgb(0xE9E9E9)};
    t.series = {rgb(0x00308F), rgb(0x7A2E00), rgb(0x004A3E), rgb(0x4A1483)};
    const unsigned bars[] = {0x00308F, 0x333333, 0x004A3E, 0x264D0B, 0x4A3F28, 0x4A1483,
                             0x5C3A00, 0x8A0F3A, 0x00405C, 0x00308F, 0x333333, 0x333333};
    for (std::size_t i = 0; i < t.families.size(); ++i) t.families[i].bar = rgb(bars[i]);
    t.delegation = {{{rgb(0xA9CBF3), rgb(0x00308F)}, {rgb(0xFCEBCF), rgb(0x5C3A00)}, {rgb(0xFFFFFF), rgb(0x000000)}}};
    t.keyword = rgb(0x4A1483), t.string = rgb(0x00471C), t.number = rgb(0x7A2E00), t.comment = rgb(0x333333);
    return t;
}

}  // namespace

const Tokens& tokensOf(Theme theme) {
    static const Tokens light = lightTokens(), dark = darkTokens(), high = highContrastTokens();
    return theme == Theme::HighContrast ? high : theme == Theme::Dark ? dark : light;
}

}  // namespace etscope::ui
