// The verdict of the session in the words of the window: links of the status bar, marks of pages and methods. Any thread
// but for the marks' pixmaps. Texts are of findings::SessionVerdict; links of texts are Link::text().
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <cstdint>

#include "findings/verdict.h"
#include "look/marks.h"
#include "models/link.h"

namespace etscope::ui {

Mark markOf(findings::CauseState state);
/// Of a cause by its PossibleCause::kind, which may be empty: pairing and what quantising is expected to cost are no fault.
Mark markOfCause(std::string_view kind, findings::CauseState state);
/// Of a method's outputs, and of what its runs did.
Mark outputsMark(const findings::MethodOutcome& outcome);
/// Its numbers alone are why outputs differ: expected of a quantised export.
bool isQuantisation(const findings::MethodOutcome& outcome);
Mark callsMark(const findings::MethodOutcome& outcome);
/// Of one run: what is at fault in it, else its outputs, else its calls; Missing: nothing is known.
Mark runMark(const findings::RunOutcome& run);
/// The same in words.
QString runText(const findings::RunOutcome& run);
/// A cause in a few words, by the core's name of it.
QString causeText(const QString& name);
QString causeText(causes::Cause cause);
/// Of a method in the verdict; null: it is not there.
const findings::MethodOutcome* outcomeOf(const findings::SessionVerdict& verdict, const QString& method);
/// The first operator that is at fault there, as a link to the graph; empty: none is known.
QString culpritLink(const findings::MethodOutcome& outcome);
/// The same as what is shrunk and mended: an operator where one is known, an instruction, else the method; none: nothing is at
/// fault.
Address culpritAddress(const findings::MethodOutcome& outcome);
/// Of the method whose culprit the thing is; null: it is none.
const findings::MethodOutcome* outcomeBlaming(const findings::SessionVerdict& verdict, const Address& thing);
/// Whether a program could show it: what is paired, fed or rounded on purpose is no program's fault.
bool isOfProgram(const causes::Culprit& culprit);
/// Of all methods; a match only where all were compared and are equal.
Mark outputsMark(const findings::SessionVerdict& verdict);
Mark callsMark(const findings::SessionVerdict& verdict);
/// What the tab of a page wears: what is wrong there; None: nothing, or the verdict says nothing of it.
Mark pageMark(const findings::SessionVerdict& verdict, PageId page);
/// The same of one method.
Mark pageMark(const findings::MethodOutcome& outcome, PageId page);
/// The first method that a page wears its mark for; empty: none.
QString wrongMethod(const findings::SessionVerdict& verdict, PageId page);

/// A part of the verdict in short: what the status bar says of a session, and what is kept of the last time.
struct VerdictPart {
    enum class Kind : std::uint8_t { Cases, Call, Constants, Joins, Incomparable, Match, Partly, Nothing };
    Kind kind = Kind::Nothing;
    std::uint64_t count = 0, all = 0;
    QString cause;  ///< of a call: the core's name of its cause
    bool operator==(const VerdictPart&) const = default;
};
/// The most serious one first; one at least.
QList<VerdictPart> verdictParts(const findings::SessionVerdict& verdict);
Mark markOf(const VerdictPart& part);
QString text(const VerdictPart& part);
/// The kind as settings have it ("cases", …), in its order.
QStringList verdictPartNames();

}  // namespace etscope::ui
