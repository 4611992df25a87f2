<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>ChangeFacts</name>
    <message numerus="yes">
        <source>%n quantised</source>
        <translation>
            <numerusform>%n quantised</numerusform>
            <numerusform>%n quantised</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 → %n quantised</source>
        <translation>
            <numerusform>%1 → %n quantised</numerusform>
            <numerusform>%1 → %n quantised</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n equal</source>
        <translation>
            <numerusform>%n equal</numerusform>
            <numerusform>%n equal</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n differ(s)</source>
        <translation>
            <numerusform>%n differs</numerusform>
            <numerusform>%n differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <translation>
            <numerusform>%n added</numerusform>
            <numerusform>%n added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>%n removed</numerusform>
            <numerusform>%n removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChangeItems</name>
    <message numerus="yes">
        <source>%n alike: %1</source>
        <translation>
            <numerusform>%n alike: %1</numerusform>
            <numerusform>%n alike: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) only changed the name</source>
        <translation>
            <numerusform>%n node only changed its name</numerusform>
            <numerusform>%n nodes only changed their names</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s) that no module names differ(s)</source>
        <translation>
            <numerusform>%n weight that no module names differs</numerusform>
            <numerusform>%n weights that no module names differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n delegate(s) differ(s) in backend or content</source>
        <translation>
            <numerusform>%n delegate differs in backend or content</numerusform>
            <numerusform>%n delegates differ in backend or content</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s) could not be compared</source>
        <translation>
            <numerusform>%n weight could not be compared</numerusform>
            <numerusform>%n weights could not be compared</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) only changed the name of a class around them</source>
        <translation>
            <numerusform>%n node only changed the name of a class around it</numerusform>
            <numerusform>%n nodes only changed the name of a class around them</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OverlayMap</name>
    <message numerus="yes">
        <source>%1 of %n node(s) have a value.</source>
        <translation>
            <numerusform>%1 of %n node have a value.</numerusform>
            <numerusform>%1 of %n nodes have a value.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message numerus="yes">
        <source>%1, %n node(s)</source>
        <translation>
            <numerusform>%1, %n node</numerusform>
            <numerusform>%1, %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 in %n variant(s)</source>
        <translation>
            <numerusform>%1 in %n variant</numerusform>
            <numerusform>%1 in %n variants</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 in %n container(s)</source>
        <translation>
            <numerusform>%1 in %n container</numerusform>
            <numerusform>%1 in %n containers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n variant(s)</source>
        <translation>
            <numerusform>%n variant</numerusform>
            <numerusform>%n variants</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n difference(s) · %1 changed · %2 removed · %3 added</source>
        <translation>
            <numerusform>%n difference · %1 changed · %2 removed · %3 added</numerusform>
            <numerusform>%n differences · %1 changed · %2 removed · %3 added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n call(s) compared · reference %2</source>
        <translation>
            <numerusform>%1 of %n call compared · reference %2</numerusform>
            <numerusform>%1 of %n calls compared · reference %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>one of %1 that %n instruction(s) share</source>
        <translation>
            <numerusform>one of %1 that %n instruction share</numerusform>
            <numerusform>one of %1 that %n instructions share</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n pair(s) run into each other while both are in use</source>
        <translation>
            <numerusform>%1 · %n pair run into each other while both are in use</numerusform>
            <numerusform>%1 · %n pairs run into each other while both are in use</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n graph(s)</source>
        <translation>
            <numerusform>%n graph</numerusform>
            <numerusform>%n graphs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n constant(s)</source>
        <translation>
            <numerusform>%n constant</numerusform>
            <numerusform>%n constants</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) inside</source>
        <translation>
            <numerusform>%n file inside</numerusform>
            <numerusform>%n files inside</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 for %n method(s), %2</source>
        <translation>
            <numerusform>%1 for %n method, %2</numerusform>
            <numerusform>%1 for %n methods, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n case(s)</source>
        <translation>
            <numerusform>%n case</numerusform>
            <numerusform>%n cases</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n execution(s)</source>
        <translation>
            <numerusform>%n execution</numerusform>
            <numerusform>%n executions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n logged value(s)</source>
        <translation>
            <numerusform>%n logged value</numerusform>
            <numerusform>%n logged values</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n edge program(s)</source>
        <translation>
            <numerusform>%n edge program</numerusform>
            <numerusform>%n edge programs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other stage(s)</source>
        <translation>
            <numerusform>%n other stage</numerusform>
            <numerusform>%n other stages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>its directory is missing; %n entry(ies) found by their own headers: %1</source>
        <translation>
            <numerusform>its directory is missing; %n entry found by their own headers: %1</numerusform>
            <numerusform>its directory is missing; %n entries found by their own headers: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n zip entry(ies)</source>
        <translation>
            <numerusform>%n zip entry</numerusform>
            <numerusform>%n zip entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n plan(s)</source>
        <translation>
            <numerusform>%n plan</numerusform>
            <numerusform>%n plans</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s)</source>
        <translation>
            <numerusform>%n segment</numerusform>
            <numerusform>%n segments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n value(s)</source>
        <translation>
            <numerusform>%n value</numerusform>
            <numerusform>%n values</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n delegate(s) decoded</source>
        <translation>
            <numerusform>%1 of %n delegate decoded</numerusform>
            <numerusform>%1 of %n delegates decoded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 at %n place(s)</source>
        <translation>
            <numerusform>%1 at %n place</numerusform>
            <numerusform>%1 at %n places</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n instruction(s)</source>
        <translation>
            <numerusform>%n instruction</numerusform>
            <numerusform>%n instructions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n thing(s) are missing to compare operators with what they should give.</source>
        <translation>
            <numerusform>%n thing is missing to compare operators with what they should give.</numerusform>
            <numerusform>%n things are missing to compare operators with what they should give.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>+ %n more</source>
        <translation>
            <numerusform>+ %n more</numerusform>
            <numerusform>+ %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not finite</source>
        <translation>
            <numerusform>%n not finite</numerusform>
            <numerusform>%n not finite</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n match</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n match</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n missing</source>
        <translation>
            <numerusform>%n missing</numerusform>
            <numerusform>%n missing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n parameter(s)</source>
        <translation>
            <numerusform>%n parameter</numerusform>
            <numerusform>%n parameters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>belongs, %n constant(s) differ(s)</source>
        <translation>
            <numerusform>belongs, %n constant differs</numerusform>
            <numerusform>belongs, %n constants differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries, %1; %2 with a name</source>
        <translation>
            <numerusform>%n entry, %1; %2 with a name</numerusform>
            <numerusform>%n entries, %1; %2 with a name</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 times the median of it and its %n like(s), %2</source>
        <translation>
            <numerusform>%1 times the median of it and its %n like, %2</numerusform>
            <numerusform>%1 times the median of it and its %n likes, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s): %1 at the median</source>
        <translation>
            <numerusform>%n run: %1 at the median</numerusform>
            <numerusform>%n runs: %1 at the median</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>other: %n run(s), %1</source>
        <translation>
            <numerusform>other: %n run, %1</numerusform>
            <numerusform>other: %n runs, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n handle(s) without a node</source>
        <translation>
            <numerusform>%n handle without a node</numerusform>
            <numerusform>%n handles without a node</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) without an instruction</source>
        <translation>
            <numerusform>%n node without an instruction</numerusform>
            <numerusform>%n nodes without an instruction</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n finding</numerusform>
            <numerusform>%n findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n before it</source>
        <translation>
            <numerusform>%n before it</numerusform>
            <numerusform>%n before it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n contradict(s)</source>
        <translation>
            <numerusform>%n contradicts</numerusform>
            <numerusform>%n contradict</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n uncertain</source>
        <translation>
            <numerusform>%n uncertain</numerusform>
            <numerusform>%n uncertain</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cannot be compared</source>
        <translation>
            <numerusform>%n cannot be compared</numerusform>
            <numerusform>%n cannot be compared</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not judged</source>
        <translation>
            <numerusform>%n not judged</numerusform>
            <numerusform>%n not judged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wrong</source>
        <translation>
            <numerusform>%n wrong</numerusform>
            <numerusform>%n wrong</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suspicious</source>
        <translation>
            <numerusform>%n suspicious</numerusform>
            <numerusform>%n suspicious</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n correct</source>
        <translation>
            <numerusform>%n correct</numerusform>
            <numerusform>%n correct</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n buffer(s) differ</source>
        <translation>
            <numerusform>%n buffer differs</numerusform>
            <numerusform>%n buffers differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n buffer(s)</source>
        <translation>
            <numerusform>%n buffer</numerusform>
            <numerusform>%n buffers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kind(s)</source>
        <translation>
            <numerusform>%n kind</numerusform>
            <numerusform>%n kinds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n quantised weight(s), %1 with a float original to compare</source>
        <translation>
            <numerusform>%n quantised weight, %1 with a float original to compare</numerusform>
            <numerusform>%n quantised weights, %1 with a float original to compare</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n case(s) match</source>
        <translation>
            <numerusform>%1 of %n case matches</numerusform>
            <numerusform>%1 of %n cases match</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>median of %n run(s); ticks taken as ns</source>
        <translation>
            <numerusform>of %n run; ticks taken as ns</numerusform>
            <numerusform>median of %n runs; ticks taken as ns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) that are not the same</source>
        <translation>
            <numerusform>%n output that is not the same</numerusform>
            <numerusform>%n outputs that are not the same</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n of them agree less</source>
        <translation>
            <numerusform>%1, %n of them agrees less</numerusform>
            <numerusform>%1, %n of them agree less</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 with %n tensor(s)</source>
        <translation>
            <numerusform>%1 with %n tensor</numerusform>
            <numerusform>%1 with %n tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more weight(s) of the module are kept otherwise</source>
        <translation>
            <numerusform>%n more weight of the module is kept otherwise</numerusform>
            <numerusform>%n more weights of the module are kept otherwise</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n module(s) are kept otherwise</source>
        <translation>
            <numerusform>%1 of %n module is kept otherwise</numerusform>
            <numerusform>%1 of %n modules are kept otherwise</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TalkBlockTexts</name>
    <message numerus="yes">
        <source> … and %n more character(s)</source>
        <translation>
            <numerusform> … and %n more character</numerusform>
            <numerusform> … and %n more characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::AdviceTexts</name>
    <message numerus="yes">
        <source>%n set(s) evaluated</source>
        <translation>
            <numerusform>%n set evaluated</numerusform>
            <numerusform>%n sets evaluated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n effect(s) known</source>
        <translation>
            <numerusform>%n effect known</numerusform>
            <numerusform>%n effects known</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::Banners</name>
    <message numerus="yes">
        <source>%n file(s) are no longer there.</source>
        <translation>
            <numerusform>%n file is no longer there.</numerusform>
            <numerusform>%n files are no longer there.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::BlamePanel</name>
    <message numerus="yes">
        <source>%n exchanges</source>
        <translation>
            <numerusform>%n exchange</numerusform>
            <numerusform>%n exchanges</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::CandidatesView</name>
    <message numerus="yes">
        <source>%1 on %n other token(s)</source>
        <translation>
            <numerusform>%1 on %n other token</numerusform>
            <numerusform>%1 on %n other tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::ChangeGraph</name>
    <message numerus="yes">
        <source>%n added</source>
        <translation>
            <numerusform>%n added</numerusform>
            <numerusform>%n added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>%n removed</numerusform>
            <numerusform>%n removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::ChangePanel</name>
    <message numerus="yes">
        <source>One square per module, a column is a block. Red: %n differ(s) from the likes.</source>
        <translation>
            <numerusform>One square per module, a column is a block. Red: %n differs from its likes.</numerusform>
            <numerusform>One square per module, a column is a block. Red: %n differ from their likes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::Commands</name>
    <message numerus="yes">
        <source>%1  and %n more</source>
        <translation>
            <numerusform>%1  and %n more</numerusform>
            <numerusform>%1  and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 has %n view(s).</source>
        <translation>
            <numerusform>%1 has %n view.</numerusform>
            <numerusform>%1 has %n views.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::ComparedPage</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s)</source>
        <translation>
            <numerusform>%n weight</numerusform>
            <numerusform>%n weights</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::ConsistencyTexts</name>
    <message numerus="yes">
        <source>%n check(s) disagree</source>
        <translation>
            <numerusform>%n check disagrees</numerusform>
            <numerusform>%n checks disagree</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n agree</source>
        <translation>
            <numerusform>%n agrees</numerusform>
            <numerusform>%n agree</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n could not be set up</source>
        <translation>
            <numerusform>%n could not be set up</numerusform>
            <numerusform>%n could not be set up</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n are of what the model does not claim</source>
        <translation>
            <numerusform>%n is of what the model does not claim</numerusform>
            <numerusform>%n are of what the model does not claim</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Executed by %1: %n call(s).</source>
        <translation>
            <numerusform>Executed by %1: %n call.</numerusform>
            <numerusform>Executed by %1: %n calls.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::ConversationTexts</name>
    <message numerus="yes">
        <source>%n more finding(s).</source>
        <translation>
            <numerusform>%n more finding.</numerusform>
            <numerusform>%n more findings.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing wrong was found in %n call(s).</source>
        <translation>
            <numerusform>Nothing wrong was found in %n call.</numerusform>
            <numerusform>Nothing wrong was found in %n calls.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) of pictures</source>
        <translation>
            <numerusform>%n row of pictures</numerusform>
            <numerusform>%n rows of pictures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of embeddings</source>
        <translation>
            <numerusform>%n of embeddings</numerusform>
            <numerusform>%n of embeddings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n id(s) are what logits and sampler say</source>
        <translation>
            <numerusform>%n id is what logits and sampler say</numerusform>
            <numerusform>%n ids are what logits and sampler say</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) give what the record computes</source>
        <translation>
            <numerusform>%n call gives what the record computes</numerusform>
            <numerusform>%n calls give what the record computes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s): size, order of channels, normalisation</source>
        <translation>
            <numerusform>%n picture: size, order of channels, normalisation</numerusform>
            <numerusform>%n pictures: size, order of channels, normalisation</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) go on, without a gap, below the bound</source>
        <translation>
            <numerusform>%n call goes on, without a gap, below the bound</numerusform>
            <numerusform>%n calls go on, without a gap, below the bound</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) find what the last one left</source>
        <translation>
            <numerusform>%n call finds what the last one left</numerusform>
            <numerusform>%n calls find what the last one left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n prompt(s): ids equal, placeholders expanded</source>
        <translation>
            <numerusform>%n prompt: ids equal, placeholders expanded</numerusform>
            <numerusform>%n prompts: ids equal, placeholders expanded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n looked at, all right</source>
        <translation>
            <numerusform>%n looked at, right</numerusform>
            <numerusform>%n looked at, all right</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s) are the reference’s</source>
        <translation>
            <numerusform>%n token is the reference’s</numerusform>
            <numerusform>%n tokens are the reference’s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n token(s) are not the reference’s, first %2 of message %3</source>
        <translation>
            <numerusform>%1 of %n token is not the reference’s, first %2 of message %3</numerusform>
            <numerusform>%1 of %n tokens are not the reference’s, first %2 of message %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::DifferenceView</name>
    <message numerus="yes">
        <source>of %n element(s) finite on both sides</source>
        <translation>
            <numerusform>of %n element finite on both sides</numerusform>
            <numerusform>of %n elements finite on both sides</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not finite</source>
        <translation>
            <numerusform>%n not finite</numerusform>
            <numerusform>%n not finite</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n element(s): reference %2, runtime %3</source>
        <translation>
            <numerusform>%1 of %n element: reference %2, runtime %3</numerusform>
            <numerusform>%1 of %n elements: reference %2, runtime %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n element(s), first: reference %2, runtime %3</source>
        <translation>
            <numerusform>%1 of %n element, first: reference %2, runtime %3</numerusform>
            <numerusform>%1 of %n elements, first: reference %2, runtime %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::DriftMap</name>
    <message numerus="yes">
        <source>%n of them are wrong</source>
        <translation>
            <numerusform>%n of them is wrong</numerusform>
            <numerusform>%n of them are wrong</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Error of %n buffer(s) after each step, the worst of them</source>
        <translation>
            <numerusform>Error of %n buffer after each step</numerusform>
            <numerusform>Error of %n buffers after each step, the worst of them</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::DriftView</name>
    <message numerus="yes">
        <source>%n more run(s) are not looked at</source>
        <translation>
            <numerusform>%n more run is not looked at</numerusform>
            <numerusform>%n more runs are not looked at</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::DropArea</name>
    <message numerus="yes">
        <source>Open %n file(s) or folder(s)</source>
        <translation>
            <numerusform>Open %n file or folder</numerusform>
            <numerusform>Open %n files or folders</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::EffectSteps</name>
    <message numerus="yes">
        <source>%n call(s) correct</source>
        <translation>
            <numerusform>%n call correct</numerusform>
            <numerusform>%n calls correct</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n could not be judged</source>
        <translation>
            <numerusform>%n could not be judged</numerusform>
            <numerusform>%n could not be judged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n case(s) differ</source>
        <translation>
            <numerusform>%1 of %n case differs</numerusform>
            <numerusform>%1 of %n cases differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n element(s) finite on one side only</source>
        <translation>
            <numerusform>%n element finite on one side only</numerusform>
            <numerusform>%n elements finite on one side only</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::FindLine</name>
    <message numerus="yes">
        <source>%n queries are saved: forget one first.</source>
        <translation>
            <numerusform>%n query is saved: forget one first.</numerusform>
            <numerusform>%n queries are saved: forget one first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::FrontPart</name>
    <message numerus="yes">
        <source>%n line(s), torchao and torch</source>
        <translation>
            <numerusform>%n line, torchao and torch</numerusform>
            <numerusform>%n lines, torchao and torch</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::GraphCanvas</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::GraphTrace</name>
    <message numerus="yes">
        <source>%n step(s) up</source>
        <translation>
            <numerusform>%n step up</numerusform>
            <numerusform>%n steps up</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) down</source>
        <translation>
            <numerusform>%n step down</numerusform>
            <numerusform>%n steps down</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n node(s)</source>
        <translation>
            <numerusform>%1: %n node</numerusform>
            <numerusform>%1: %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::ImageStrip</name>
    <message numerus="yes">
        <source>%n value(s) are no finite numbers</source>
        <translation>
            <numerusform>%n value is no finite number</numerusform>
            <numerusform>%n values are no finite numbers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::Inspector</name>
    <message numerus="yes">
        <source>%n constant(s)</source>
        <translation>
            <numerusform>%n constant</numerusform>
            <numerusform>%n constants</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s), %1</source>
        <translation>
            <numerusform>%n tensor, %1</numerusform>
            <numerusform>%n tensors, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s)</source>
        <translation>
            <numerusform>%n call</numerusform>
            <numerusform>%n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n case(s)</source>
        <translation>
            <numerusform>%n case</numerusform>
            <numerusform>%n cases</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>no event of its instruction in %n run(s)</source>
        <translation>
            <numerusform>no event of its instruction in %n run</numerusform>
            <numerusform>no event of its instruction in %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>events of its instruction in %n run(s); ticks taken as ns</source>
        <translation>
            <numerusform>events of its instruction in %n run; ticks taken as ns</numerusform>
            <numerusform>events of its instruction in %n runs; ticks taken as ns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n times, equal bytes</source>
        <translation>
            <numerusform>%n time, equal bytes</numerusform>
            <numerusform>%n times, equal bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n compared</source>
        <translation>
            <numerusform>%1 of %n compared</numerusform>
            <numerusform>%1 of %n compared</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>stored %n time(s)</source>
        <translation>
            <numerusform>stored %n time</numerusform>
            <numerusform>stored %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n node(s)</source>
        <translation>
            <numerusform>%1 of %n node</numerusform>
            <numerusform>%1 of %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>median of %n call(s), %1 of the method</source>
        <translation>
            <numerusform>median of %n call, %1 of the method</numerusform>
            <numerusform>median of %n calls, %1 of the method</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n token(s) agree</source>
        <translation>
            <numerusform>%n token agrees</numerusform>
            <numerusform>all %n tokens agree</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n token(s) differ, first at %2</source>
        <translation>
            <numerusform>%1 of %n token differs, first at %2</numerusform>
            <numerusform>%1 of %n tokens differ, first at %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more case(s) are not looked at</source>
        <translation>
            <numerusform>%n more case is not looked at</numerusform>
            <numerusform>%n more cases are not looked at</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>same operator, %n layer(s)</source>
        <translation>
            <numerusform>same operator, %n layer</numerusform>
            <numerusform>same operator, %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) · p50 %1</source>
        <translation>
            <numerusform>%n call · p50 %1</numerusform>
            <numerusform>%n calls · p50 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n element(s) finite on one side only</source>
        <translation>
            <numerusform>%n element finite on one side only</numerusform>
            <numerusform>%n elements finite on one side only</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::MemoryPage</name>
    <message numerus="yes">
        <source>Live at 0/%1: %n tensor(s), %2 of %3</source>
        <translation>
            <numerusform>Live at 0/%1: %n tensor, %2 of %3</numerusform>
            <numerusform>Live at 0/%1: %n tensors, %2 of %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::Mending</name>
    <message numerus="yes">
        <source>changes %n operator(s)</source>
        <translation>
            <numerusform>changes %n operator</numerusform>
            <numerusform>changes %n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n remedies were not tried: the time was over.</source>
        <translation>
            <numerusform>%n remedy was not tried: the time was over.</numerusform>
            <numerusform>%n remedies were not tried: the time was over.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::MoreColumns</name>
    <message numerus="yes">
        <source>%n more column(s) that have no room: %1</source>
        <translation>
            <numerusform>%n more column that has no room: %1</numerusform>
            <numerusform>%n more columns that have no room: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::NodeSearch</name>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::OperatorsPart</name>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::Outline</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n case(s)</source>
        <translation>
            <numerusform>%n case</numerusform>
            <numerusform>%n cases</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n array(s)</source>
        <translation>
            <numerusform>%n array</numerusform>
            <numerusform>%n arrays</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::OverviewPage</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n method(s)</source>
        <translation>
            <numerusform>%n method</numerusform>
            <numerusform>%n methods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n problem(s)</source>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>All %n problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n export check(s)</source>
        <translation>
            <numerusform>%n export check</numerusform>
            <numerusform>All %n export checks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n instruction(s)</source>
        <translation>
            <numerusform>%n instruction</numerusform>
            <numerusform>%n instructions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n question(s)</source>
        <translation>
            <numerusform>%1 of %n question</numerusform>
            <numerusform>%1 of %n questions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::PictureView</name>
    <message numerus="yes">
        <source>first %n channel(s)</source>
        <translation>
            <numerusform>first %n channel</numerusform>
            <numerusform>first %n channels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pixel(s) hold NaN or an infinity</source>
        <translation>
            <numerusform>%n pixel holds NaN or an infinity</numerusform>
            <numerusform>%n pixels hold NaN or an infinity</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n level(s) beyond black or white</source>
        <translation>
            <numerusform>%n level beyond black or white</numerusform>
            <numerusform>%n levels beyond black or white</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::PositionView</name>
    <message numerus="yes">
        <source>%n not finite on one side</source>
        <translation>
            <numerusform>%n not finite on one side</numerusform>
            <numerusform>%n not finite on one side</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::ReachView</name>
    <message numerus="yes">
        <source>%n output(s) cannot be compared</source>
        <translation>
            <numerusform>%n output cannot be compared</numerusform>
            <numerusform>%n outputs cannot be compared</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) have one side only</source>
        <translation>
            <numerusform>%n output has one side only</numerusform>
            <numerusform>%n outputs have one side only</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s): inputs, operator or result are not known</source>
        <translation>
            <numerusform>%n call: inputs, operator or result are not known</numerusform>
            <numerusform>%n calls: inputs, operator or result are not known</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n constant(s) have no counterpart in the record that tells</source>
        <translation>
            <numerusform>%n constant has no counterpart in the record that tells</numerusform>
            <numerusform>%n constants have no counterpart in the record that tells</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) go by their names alone</source>
        <translation>
            <numerusform>%n file goes by its name alone</numerusform>
            <numerusform>%n files go by their names alone</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::Recent</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::RecentList</name>
    <message numerus="yes">
        <source>%n file(s) gone</source>
        <translation>
            <numerusform>%n file gone</numerusform>
            <numerusform>%n files gone</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::RemedyTexts</name>
    <message numerus="yes">
        <source>%n differ</source>
        <translation>
            <numerusform>%n differs</numerusform>
            <numerusform>%n differ</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::ReproTexts</name>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>nothing goes, %n tried</source>
        <translation>
            <numerusform>nothing goes, %n tried</numerusform>
            <numerusform>nothing goes, %n tried</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tried</source>
        <translation>
            <numerusform>%n tried</numerusform>
            <numerusform>%n tried</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n candidate(s) tried</source>
        <translation>
            <numerusform>%n candidate tried</numerusform>
            <numerusform>%n candidates tried</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n candidate(s) tried, now %1</source>
        <translation>
            <numerusform>%n candidate tried, now %1</numerusform>
            <numerusform>%n candidates tried, now %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n remedies tried</source>
        <translation>
            <numerusform>%1 of %n remedy tried</numerusform>
            <numerusform>%1 of %n remedies tried</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>cancelled: %n of the remedies tried</source>
        <translation>
            <numerusform>cancelled: %n of the remedies tried</numerusform>
            <numerusform>cancelled: %n of the remedies tried</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) and %1 of input still show it: %2</source>
        <translation>
            <numerusform>%n operator and %1 of input still show it: %2</numerusform>
            <numerusform>%n operators and %1 of input still show it: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) and %1 of input still show it so far</source>
        <translation>
            <numerusform>%n operator and %1 of input still show it so far</numerusform>
            <numerusform>%n operators and %1 of input still show it so far</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::RunBar</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s)</source>
        <translation>
            <numerusform>%n call</numerusform>
            <numerusform>%n calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::RunSheet</name>
    <message numerus="yes">
        <source>Run %n call(s)</source>
        <translation>
            <numerusform>Run %n call</numerusform>
            <numerusform>Run %n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the bundle</source>
        <translation>
            <numerusform>%n of the bundle</numerusform>
            <numerusform>%n of the bundle</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the record</source>
        <translation>
            <numerusform>%n of the record</numerusform>
            <numerusform>%n of the record</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n that are there</source>
        <translation>
            <numerusform>%n that is there</numerusform>
            <numerusform>all %n that are there</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the median of %n call(s) of earlier runs</source>
        <translation>
            <numerusform>the time of %n call of earlier runs</numerusform>
            <numerusform>the median of %n calls of earlier runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the median of %n call(s) of the trace</source>
        <translation>
            <numerusform>the time of %n call of the trace</numerusform>
            <numerusform>the median of %n calls of the trace</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the median of %n run(s) of ETDumps, ticks taken for nanoseconds</source>
        <translation>
            <numerusform>the time of %n run of ETDumps, ticks taken for nanoseconds</numerusform>
            <numerusform>the median of %n runs of ETDumps, ticks taken for nanoseconds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::SharingModel</name>
    <message numerus="yes">
        <source>%n copies, equal bytes</source>
        <translation>
            <numerusform>%n copy, equal bytes</numerusform>
            <numerusform>%n copies, equal bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::SharingPanel</name>
    <message numerus="yes">
        <source>%n shared, saves %1</source>
        <translation>
            <numerusform>%n shared, saves %1</numerusform>
            <numerusform>%n shared, saves %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stored twice or more, could save %1</source>
        <translation>
            <numerusform>%n stored twice or more, could save %1</numerusform>
            <numerusform>%n stored twice or more, could save %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::ShrinkPart</name>
    <message numerus="yes">
        <source>%1, %n file(s)</source>
        <translation>
            <numerusform>%1, %n file</numerusform>
            <numerusform>%1, %n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::SidePane</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::States</name>
    <message numerus="yes">
        <source>%1 of %n case(s) differ</source>
        <translation>
            <numerusform>%1 of %n case differs</numerusform>
            <numerusform>%1 of %n cases differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not comparable</source>
        <translation>
            <numerusform>%n not comparable</numerusform>
            <numerusform>%n not comparable</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) match</source>
        <translation>
            <numerusform>%n output matches</numerusform>
            <numerusform>%n outputs match</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) not compared</source>
        <translation>
            <numerusform>%n output not compared</numerusform>
            <numerusform>%n outputs not compared</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>belongs, %n constant(s) differ(s)</source>
        <translation>
            <numerusform>belongs, %n constant differs</numerusform>
            <numerusform>belongs, %n constants differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s) differ(s)</source>
        <translation>
            <numerusform>%n weight differs</numerusform>
            <numerusform>%n weights differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s) equal</source>
        <translation>
            <numerusform>%n weight equal</numerusform>
            <numerusform>%n weights equal</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n finding</numerusform>
            <numerusform>%n findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stored twice or more</source>
        <translation>
            <numerusform>%n stored twice or more</numerusform>
            <numerusform>%n stored twice or more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::StatusArea</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) · %1</source>
        <translation>
            <numerusform>%n file · %1</numerusform>
            <numerusform>%n files · %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::SubViews</name>
    <message numerus="yes">
        <source>%n more view(s)</source>
        <translation>
            <numerusform>%n more view</numerusform>
            <numerusform>%n more views</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::TalkTexts</name>
    <message numerus="yes">
        <source>%n row(s) at positions %1 … %2</source>
        <translation>
            <numerusform>%n row at positions %1 … %2</numerusform>
            <numerusform>%n rows at positions %1 … %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more line(s)</source>
        <translation>
            <numerusform>… and %n more line</numerusform>
            <numerusform>… and %n more lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more picture(s)</source>
        <translation>
            <numerusform>… and %n more picture</numerusform>
            <numerusform>… and %n more pictures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n id(s)</source>
        <translation>
            <numerusform>%n id</numerusform>
            <numerusform>%n ids</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more token(s)</source>
        <translation>
            <numerusform>… and %n more token</numerusform>
            <numerusform>… and %n more tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n decode step(s) before</source>
        <translation>
            <numerusform>%n decode step before</numerusform>
            <numerusform>%n decode steps before</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) not known</source>
        <translation>
            <numerusform>%n row not known</numerusform>
            <numerusform>%n rows not known</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n embedding(s)</source>
        <translation>
            <numerusform>%n embedding</numerusform>
            <numerusform>%n embeddings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) before</source>
        <translation>
            <numerusform>%n call before</numerusform>
            <numerusform>%n calls before</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n row(s) proven by bytes</source>
        <translation>
            <numerusform>%1 of %n row proven by bytes</numerusform>
            <numerusform>%1 of %n rows proven by bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::TensorsPage</name>
    <message numerus="yes">
        <source>%n weights and buffers</source>
        <translation>
            <numerusform>%n weight or buffer</numerusform>
            <numerusform>%n weights and buffers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n row(s)</source>
        <translation>
            <numerusform>%1 of %n row</numerusform>
            <numerusform>%1 of %n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 in %n row(s), one for each stage and file</source>
        <translation>
            <numerusform>%1 in %n row, one for each stage and file</numerusform>
            <numerusform>%1 in %n rows, one for each stage and file</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n other tensor(s) below</source>
        <translation>
            <numerusform>%1; %n other tensor below</numerusform>
            <numerusform>%1; %n other tensors below</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::TimeHistogram</name>
    <message numerus="yes">
        <source>%n time(s)</source>
        <translation>
            <numerusform>%n time</numerusform>
            <numerusform>%n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::TokensView</name>
    <message numerus="yes">
        <source>All %n chosen token(s) agree</source>
        <translation>
            <numerusform>The chosen token agrees (%n)</numerusform>
            <numerusform>All %n chosen tokens agree</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The chosen token differs at %1 of %n position(s), first at %2</source>
        <translation>
            <numerusform>The chosen token differs at %1 of %n position, first at %2</numerusform>
            <numerusform>The chosen token differs at %1 of %n positions, first at %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the logits are NaN or infinite on one side only.</source>
        <translation>
            <numerusform>%n logit is NaN or infinite on one side only.</numerusform>
            <numerusform>%n logits are NaN or infinite on one side only.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::Treemap</name>
    <message numerus="yes">
        <source>%n region(s) too small to draw</source>
        <translation>
            <numerusform>%n region too small to draw</numerusform>
            <numerusform>%n regions too small to draw</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::TrialChart</name>
    <message numerus="yes">
        <source>%1: %2; %n operator(s)</source>
        <translation>
            <numerusform>%1: %2; %n operator</numerusform>
            <numerusform>%1: %2; %n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n candidate(s), %1 s</source>
        <translation>
            <numerusform>%n candidate, %1 s</numerusform>
            <numerusform>%n candidates, %1 s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::Verdicts</name>
    <message numerus="yes">
        <source>%n call(s) could not be judged</source>
        <translation>
            <numerusform>%n call could not be judged</numerusform>
            <numerusform>%n calls could not be judged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n case(s) differ</source>
        <translation>
            <numerusform>%1 of %n case differs</numerusform>
            <numerusform>%1 of %n cases differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n constant(s) differ(s)</source>
        <translation>
            <numerusform>%n constant differs</numerusform>
            <numerusform>%n constants differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n join(s) contradict(s)</source>
        <translation>
            <numerusform>%n join contradicts</numerusform>
            <numerusform>%n joins contradict</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not comparable</source>
        <translation>
            <numerusform>%n not comparable</numerusform>
            <numerusform>%n not comparable</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) match</source>
        <translation>
            <numerusform>%n output matches</numerusform>
            <numerusform>%n outputs match</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) correct</source>
        <translation>
            <numerusform>%n call correct</numerusform>
            <numerusform>%n calls correct</numerusform>
        </translation>
    </message>
</context>
</TS>
