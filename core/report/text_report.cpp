#include "report/text_report.h"

#include "report/table_form.h"
#include "report/text_form.h"

namespace etscope::report {
namespace {

struct Form {
    std::string_view schema;
    std::string text;
};

const std::string kFields = "{*fields}      {field}: {left} → {right}\n{/}";
const std::string kNotes = "{?notes}\n{/}{*notes}note: {.}\n{/}";
const std::string kRunner = "{?runner}made for the {name} ({evidence})\n{/}";
const std::string kCulprit = "{?culprit}culprit, {cause}: {sentence}\n{/}";

/// Of one method.
const std::string kAdvice =
    "{?stage}{method}/{stage}, {cases} cases: {inputs_from}\n{sentence}\n\n{table rows 0}\n{table sets 0}"
    "{?tried}{*tried.changed}tried: {name} {to} in place of {from}\n{/}{/}"
    "{?today}\n{?weights}{table weights 0}{/}{?activations}\n{table activations 0}{/}\n{*remarks}today: {.}\n{/}{/}"
    "{*notes}note: {.}\n{/}{/}";

/// What a list of a difference has.
std::string values(const std::string& list, const std::string& name, const std::string& title) {
    return "{?" + list + "}\n" + title + "\n{*" + list + "}  {state} {?method}{method} {/}{" + name +
           "}{?max_abs}, max_abs {max_abs}{/}\n" + kFields + "{/}{/}";
}

std::string sideOf(const std::string& side) {
    return "  result {index}, " + side + ": {?" + side + "}{file}{/}{!" + side + "}unknown: {no_" + side + "}{/}\n";
}

/// Of those that are more than a table.
const std::vector<Form>& forms() {
    static const std::vector<Form> kForms{
        {"etscope.advice/1",
         "{?estimate}{?method}{method}{/}{!method}all methods{/}: {estimate.cells} weights and schemes, {estimate.sets} sets at "
         "most: "
         "about {estimate.runs:short} runs of all cases, {estimate.operations_of_one} operations each, some "
         "{estimate.seconds:short} s here\n{/}"
         "{?whole}{sentence}\n\n{table methods 0}{*without}{method}: {message}\n{/}{*notes}note: {.}\n{/}{*methods}\n" +
             kAdvice + "{/}{/}" + kAdvice},
        {"etscope.check/1",
         "{table}\n{*runs}run {run} of {method}: " + kCulprit + "{!culprit}no operator that could be checked is wrong\n{/}{/}"},
        {"etscope.compare/1",
         "{table}\n{*comparisons}{?metrics}{!mismatched=0}{method}, {?case}case {case}{/}{!case}run {run}{/}, output {output}: "
         "{mismatched} of {count} beyond rtol {tolerance.rtol}, atol {tolerance.atol}{?required_rtol:number}; required_rtol "
         "{required_rtol:rounded}{/}{!required_rtol:number}; no rtol passes{/}\n{^:largest}"
         "{?first}  first mismatch at {index:place}: reference {reference}, runtime {runtime}\n{/}"
         "{?first_not_finite}  first that is not finite at {index:place}: reference {reference}, runtime {runtime}\n{/}"
         "{?worst}{table worst 2}{/}\n{/}{/}{/}{summary.match} match, {summary.differ} differ, {summary.missing} missing"
         "{!summary.unreadable=0}, {summary.unreadable} unreadable{/}\n"},
        {"etscope.conversation/1",
         "{state}: {calls} calls, {checks:count} checks, {findings:count} findings{!unread_lines=0}; {unread_lines} lines cannot "
         "be read{/}\n\n"
         "{?findings}{table}\n{/}{table checks 0}{?blame}\n{blame.sentence}\n{blame:exchanged}"
         "{*blame.notes}note: {.}\n{/}{/}"},
        {"etscope.diff/1",
         "{?answer}{text}{?more}; {more}{/}\n\n{/}{?by_module.methods}By "
         "module\n{.:modules}{/}{?schemes.changed}{!schemes.changed=0}{?by_module.methods}\n{/}Weights kept "
         "otherwise\n{.:schemes}{/}{/}{*methods}{?by_module.methods}\n{/}{!by_module.methods}{!#=0}\n{/}{/}"
         "{method}/{stage}: {?only}only on the {only}, {/}{matched} nodes matched, {added:count} added, {removed:count} removed, "
         "{changed:count} changed\n{!only}{*removed}  - {node}  {target}\n{/}{*added}  + {node}  {target}\n{/}"
         "{*changed}  ~ {node}{.:renamed}\n" +
             kFields + "{/}{/}{/}" + values("tensors", "name", "Weights") +
             "{!tensors}\n{equal_tensors} weights are the same\n{/}" + values("delegates", "name", "Delegates") +
             values("outputs", "name", "Outputs") + values("metadata", "key", "Metadata") + "{?cost}\n{table cost 2}{/}"},
        {"etscope.drift/1",
         "error, of the limit of normal rounding; reference {reference}\n\n{.:rows}{?caches}\n{.:caches}{/}\n"
         "{*steps}{?reason}step {step}, run {run}: {reason}\n{/}{*outputs}step {step}, run {run}: {node} "
         "{?differs}differs{/}{!differs}is within the tolerance{/}, max_abs {max_abs:rounded}"
         "{?by_cache}, {by_cache:rounded} of it came in by caches{/}\n{/}{/}"
         "{?first}begins in step {step} (run {run}), {row}: {node}{?origin=state} is not what the case expects{/}{!origin=state}, "
         "{total:short} times the limit, {origin}{/}\n{/}"
         "{!first}{.:compared}\n{/}{?culprits}culprit, {culprits.0.cause}: {culprits.0.sentence}\n{/}"
         "{!left_out=0}note: {left_out} more runs were not looked at\n{/}"},
        {"etscope.evaluate/1",  // a plan has "flops", a computed graph has "outputs"
         "{method}/{stage}\n{+nodes}  nodes: {nodes}\n{/}{+delegate_calls}  delegate calls: {delegate_calls}\n{/}"
         "{+flops}  operations: {flops:known}\n{/}{+peak_bytes}  peak bytes: {peak_bytes:known}\n{/}"
         "{+weight_bytes}  weight bytes: {weight_bytes}\n{/}{+mode}  mode: {mode}\n{/}"
         "{+unknown_nodes}  nodes without value: {unknown_nodes}\n{/}{?exported}  written to: {exported}\n{/}"
         "{*removed}  removed from this record on purpose: {.}{?.=weights}; nothing that reads them is computed{/}\n{/}"
         "{?inputs}  inputs: {from} ({source})\n{/}{*outputs}  output {index}: {?value_type}{.:type}{/}"
         "{!value_type}{state}{/}\n{/}{?unsupported}\n{table}{/}"},
        {"etscope.events/1",
         "{?table=against}{?against}{table runs 0}{/}\n{table}{/}{!table=against}{.:events}{.:total times}"
         "{?allocations}\n{table allocations 0}{/}{/}{!ticks_per_second}{?summary}\ntimes in ticks of the runner's clock; "
         "--ticks-per-second N says what one is (nanoseconds on POSIX: 1e9)\n{/}{/}{*notes}note: {.}\n{/}"},
        {"etscope.family/1",
         "{table}{*members}\n{name}\n  files     {*files}{!reason=nothing}{!#=0}, {/}{name}{/}{/}{!uncertain=0}, and {uncertain} "
         "that may be its own"
         "{/}\n"
         "{?same_program_as}  the same program as {same_program_as:list}\n{/}"
         "{?builds_on}  adds to {builds_on}: {adds.count} {?adds.count=1}range{/}{!adds.count=1}ranges{/} of {adds.bytes:size}"
         "{?adds.modules}, {adds.modules:list}{/}\n{/}"
         "{?keys.missing}  keys that no file answers rightly: {keys.missing:list}\n{/}"
         "{!keys.silent_delegates=0}  {keys.silent_delegates} of its delegates do not tell which keys they ask for\n{/}"
         "{?lora_keys}  {path}: {?error}{error}{/}{!error}{modules:list}{/}\n{*adapters}    {name} has {answered} of the list's "
         "keys{?missing}, without {missing:list}{/}{!others=0}, {others} others{/}\n{/}{/}"
         "{?error}  {error}\n{/}{?verdict}  {state}: {sentence}\n{/}{/}"
         "{?unjoined}\nof no program: {*unjoined}{!#=0}, {/}{name}{/}\n{/}{?shared}\n{table shared 0}{/}"},
        {"etscope.gap/1", kCulprit + "{table}" + kNotes +
                              "{!rows}no call of the run has reference values to be held against; `check` judges each call on what "
                              "it read\n{/}"},
        {"etscope.gate/1",
         "{?rows}{.:gate}{/}{!rows}the file has no budgets\n{/}\n{summary.held} held, {summary.broken} broken, {summary.unknown} "
         "unknown{!summary.allowed_unknown=0}, of which {summary.allowed_unknown} may be{/}\n"},
        {"etscope.history/1",
         "{table}{?findings}\n{table findings 0}{/}{!findings}nothing was found in what the tables tell\n{/}" +
             kNotes +
             "\n{summary.exports} exports in {summary.series} series of {summary.tables} table{!summary.tables=1}s{/}; "
             "{summary.bad} bad at "
             "their last export{?budgets}, {summary.fails} fail{!summary.unheld=0}, {summary.unheld} "
             "budget{!summary.unheld=1}s{/} that no series tells{/}{/}\n"},
        {"etscope.info/1",
         "{table files 0}{*methods}\n{name}\n  inputs       {inputs:ports}\n  outputs      {outputs:ports}\n  nodes        "
         "{*node_counts}{key} {value}  {/}\n  parameters   {parameters:totals}\n  buffers      {buffers:totals}\n"
         "  constants    {constants:totals}{!delegate_data.count=0}\n  in delegates {delegate_data:totals}{/}"
         "{?unused_parameters.count}{!unused_parameters.count=0}\n  unused       {unused_parameters.count} parameters that the "
         "graph "
         "does not read, {unused_parameters:amount}{/}{/}{*delegates}\n  delegate     {backend}, {calls} calls{/}\n  references   "
         "{?has_reference_outputs}{reference_cases} case{!reference_cases=1}s{/} of {reference_sources:list}{/}"
         "{!has_reference_outputs}none{/}\n{/}"
         "{?pte}\nProgram, schema version {schema_version}, {segments:count} segments, {constant_methods:count} constant methods\n"
         "{table plans 2}{/}{*native}\n{format}{?reason}: {reason}{/}\n{?nested}{table nested 2}{/}{/}"
         "{*joins}\n{from} with {to}: {state}\n{*evidence}  {.}\n{/}{/}{?etrecord}\nETRecord {generation}, {entries:count} "
         "entries\n"
         "{?removed}  removed from this record on purpose: {removed:list}\n{/}{table entries 2}{/}"},
        {"etscope.kernels/1",
         "{*registered.files}{path}: {form}, {operators} operators{!registers}; no symbol of it registers kernels{/}\n{/}"
         "{table}\n{!registered}against the libraries of release 1.5.1; --registered gives your runtime's own list\n{/}"
         "{missing} missing, {unknown} not known\n"
         "least release that can load it, as far as known: {least_release.release}{!least_release.known} or earlier{/}\n"
         "{*least_release.because}  {release}: {what}\n{/}{?written}written to: {written}\n{/}"},
        {"etscope.lint/1", kRunner + "{table}{?suppressed}{findings} finding{?findings=1} is{/}{!findings=1}s are{/} suppressed by "
                                     "{file}\n{/}"},
        {"etscope.memory/1",
         "{table}{?resident}\nresident with all methods loaded: {!complete}at least {/}{bytes:size}, of which {exact:size} "
         "exact\n{table parts 2}{/}{?savings}\n{table savings 2}{/}{?measured}\n{*measured}measured by {file}: {resident:size} "
         "resident, {proportional:size} proportional{?note}; {note}{/}\n{/}{table measured 2}{/}"},
        {"etscope.mend/1",
         "{state}: {summary}\n{?advice}{advice}\n{/}{*faults}  {address}, {cause}: {sentence}\n{/}{?trials}\n{table}{/}"
         "{?before}before: {before.bytes:size}, {before.kernels} kernels outside delegates, {before.delegate_calls} delegate "
         "calls\n{/}" +
             kNotes + "{?patch}\n{output}/export_patch.py has the lines, as they were run; {output}/report.md all of it\n{/}"},
        {"etscope.metadata/1", "{table}{?runner}\n{/}" + kRunner + "{*findings}{severity}  {code}  {key}: {message}\n{/}"},
        {"etscope.named-data/1", "{table}{?sharing.sentence}\n{sharing.sentence}\n{/}"},
        {"etscope.report/1", "{output}: {bytes:size}\n\n{table}"},
        {"etscope.repro/1",
         "{folder}: {operator}\n  inputs: {inputs_from} ({reason})\n{*values}  {role} {id}{?name} ({name}){/}: {?state=known}"
         "{?file}{file}{/}{!file}{value}{/}{/}{!state=known}unknown: {reason}{/}\n{/}{*results}" +
             sideOf("reference") + sideOf("runtime") + "{/}{?cannot_run}  the script cannot run it: {cannot_run}\n{/}"},
        {"etscope.shrink/1",
         "{state}: {sentence}\n{?culprit}{culprit.address}: "
         "{culprit.sentence}\n\n{table}{/}{?smallest}\n{smallest.operators:list}{?smallest.in_bodies} with "
         "{smallest.in_bodies:list} inside{/}, {smallest.input_bytes} bytes of inputs: {smallest.sentence}\n"
         "{?smallest.proven}{output}/export_and_run.py shows it{/}{!smallest.proven}{output}/export_and_run.py does not show "
         "it{/}\n{/}"},
        {"etscope.run/1",
         "{output}: {state}, {target.kind}{?target.executorch}, executorch {target.executorch}{/}{?error}\nstopped: "
         "{error.message:visible}{/}\n\n{table}" +
             kNotes + "\n{*verdict.sentences}{state}: {text}\n{/}"},
        {"etscope.set-metadata/1", "{table}\n{output}: {bytes_after} bytes, was {bytes_before}\n"},
        {"etscope.slim/1",
         "{output}: {bytes_after:size}, was {bytes_before:size}\n  removed: {removed:list}\n  {tensors} tensors of "
         "{tensor_bytes:size}, their hashes are kept\n  {payloads} payloads of delegates, {payload_bytes:size}\n  {stack_traces} "
         "stack traces, {names} names\n{*left_out}  left out: {.}\n{/}\n{table}"},
        {"etscope.stages/1",
         "{*methods|.}{?methods}{!#=0}\n{/}{/}{method}, inputs: {inputs.from}{?inputs.case} {inputs.case}{/} ({inputs.source})\n"
         "{*arrows}  {from} → {to}{?breaks}  breaks{/}\n{*outputs}    output {index}: {verdict}"
         "{?max_abs}, max_abs {max_abs:rounded}{/}{?snr_db}, snr_db {snr_db:rounded}{/}\n{/}"
         "{?first}    first node that differs: {node}{?error}, error {error:rounded}{/}\n{/}"
         "    compared {compared}, unknown {unknown}\n{*evidence}    {.}\n{/}{/}{/}"},
        {"etscope.consistency/1",
         "{*methods}{!#=0}\n{/}{method} ({stage})\n{?error}  cannot be computed: {error.message}\n{/}"
         "{*inputs}  {input}: {role}, {reason}\n{/}{?states}  keeps {states:list}\n{/}"
         "{*checks}  {title}: {state}{?difference}, difference {difference:rounded} of {envelope:rounded}{/}"
         "{?position}, position {position}{/}{?row}, row {row}{/}\n    {reason}\n"
         "{?left}    {left} | {right}\n{/}{?first}    first node that differs: {first.node} ({first.operator})"
         "{?first.source}, {first.source}{/}{?first.module}, module {first.module}{/}{?first.reads}, reads {first.reads}{/}\n"
         "{?first.code}      {first.code}\n{/}{/}{?begins}    begins at {begins.node}{?begins.source}, {begins.source}{/}\n{/}"
         "{?seen}    seen in {seen.node}{?seen.source}, {seen.source}{/}\n{/}{?carried_by}    carried by {carried_by}\n{/}"
         "{?runtime}    on the runtime: {runtime.state}{?runtime.difference}, difference {runtime.difference:rounded} of "
         "{runtime.envelope:rounded}{/}\n      {runtime.reason}\n{/}{/}"
         "{?runtime}  executed by {runtime.path}{?runtime.executorch}, executorch {runtime.executorch}{/}: {runtime.calls} calls"
         "{?runtime.error}; {runtime.error.message}{/}\n{/}{/}"
         "\n{counts.agree} agree, {counts.disagree} disagree, {counts.not_set_up} not set up, {counts.not_applicable} not "
         "applicable\n{?runtime_counts}on the runtime {agree} agree, {disagree} disagree, {unknown} unknown, {not_played} not "
         "played\n{/}"},
        {"etscope.tensor/1",
         "{*tensors|.}{name}  {.:type}  {role} of {method}/{stage}\n{*statistics}{!key=histogram}  {key:padded}{value}\n{/}{/}"
         "{+channels}  along axis {channel_axis}\n{table channels 0}{/}{+values}  values    {values:json}\n{/}{/}"},
        {"etscope.tokens/1",
         "{?tokenizer}{format}, {tokens} tokens\n\n{/}{*outputs}{method}, case {case}, output {output}: {?error}{message}\n{/}"
         "{!error}{agree} of {positions} chosen tokens agree, KL {kl_mean:rounded} in the mean ({vocabulary.evidence})\n"
         "{*rows}{!agrees}  position {position}: reference {reference:token}, lead {reference.lead:rounded}; runtime "
         "{runtime:token}; "
         "KL {kl:rounded}{?not_finite=0}, max |d| {max_abs:rounded}{/}{!not_finite=0}, {not_finite} logits not finite on one "
         "side{/}"
         "\n{/}{/}{?candidates}  position {position}: token, probability, logit\n{*reference}    {#:next}  {.:candidate}  |  "
         "{runtime.#:candidate}\n{/}{/}{/}{/}"},
        {"etscope.undelegated/1", "{table}" + kNotes},
        {"etscope.character/1",
         "{runs} runs, {results} results of calls\n\n{table}{?against}\nagainst {runs} runs: {same} of {calls} calls the same\n{/}"
         "{?changes}\n{table changes 0}{/}"},
        {"etscope.verdict/1",
         "{?other_members}{member}\n{/}{*sentences}{state}: {text}\n{/}{*other_members}\n{member}\n{state}: {text}\n{/}\noutputs: "
         "{outputs.match} match, {outputs.differ} differ, {outputs.incomparable} not "
         "comparable, {outputs.missing} missing\n{*joins}files: {files.0} and {files.1}: "
         "{state}\n{/}{?causes}\n{table}{/}{?consistency}\n{/}"
         "{*consistency}{?state=not_set_up}{method}, {check}: {state}, {reason}\n{/}{/}"},
        {"etscope.verify/1", "{?ok}ok{/}{!ok}not ok{/}\n{*checked}  {value} {key}\n{/}"}};
    return kForms;
}

}  // namespace

std::string textOf(const Json& document) {
    for (const Form& form : forms())
        if (document["schema"] == form.schema) return filled(form.text, document);
    return tableText(document);
}

std::string diagnosticsText(const Json& document) {
    return filled("{*diagnostics}{severity}  {code}  {?where}{where:visible}: {/}{message:visible}{!count=1} (×{count}){/}\n{/}",
                  document);
}

}  // namespace etscope::report
