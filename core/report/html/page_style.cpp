#include "draw/svg.h"
#include "report/html/page.h"

namespace etscope::report::html {
namespace {

// The tokens of ui/look, light and dark.
constexpr std::string_view kLight = R"(
--window:#EFF1F4;--raised:#F7F8FA;--base:#FFFFFF;--border:#D5DAE1;--hairline:#E7EAEE;--control:#848E9D;
--text:#1A1E26;--text2:#4F5969;--text3:#5B6575;--accent:#2558BF;--match:#1A7442;--differ:#BE2F18;--amber:#8A5A00;
--amber-mark:#B97800;--incomparable:#7438B0;--match-back:#DDF1E4;--differ-back:#FBE0DA;--amber-back:#FBEFD2;
--incomparable-back:#EDE3F8;--missing-back:#EEF0F3;--note-back:#E2ECFC;
--series1:#2558BF;--series2:#C2560C;--series3:#177E6C;--series4:#7A50C7;
--f-compute:#DCE8FC;--b-compute:#2F66C4;--f-element-wise:#E9ECF1;--b-element-wise:#6C7889;--f-normalise:#D6F0EB;
--b-normalise:#177E6C;--f-activation:#E2F3D3;--b-activation:#4B8A22;--f-shape:#F3F0EA;--b-shape:#8F826B;
--f-quantise:#EBE3FB;--b-quantise:#7A50C7;--f-memory:#F8EBCB;--b-memory:#9C6E12;--f-control:#FBDFE6;--b-control:#B83B5E;
--f-delegate:#D3E9F5;--b-delegate:#1F7399;--f-constant:#F1F1F1;--b-constant:#777777;
--canvas:#FAFBFC;--edge:#6A7585;--group1:#F1F4F8;--group2:#E8EDF3;--group3:#DFE6EE;--group-border:#B9C2CE;
--ramp:url(#ramp-light);)";
constexpr std::string_view kDark = R"(
--window:#1D2026;--raised:#252931;--base:#15171C;--border:#343A45;--hairline:#252A33;--control:#6E7888;
--text:#E6E9EE;--text2:#AEB6C3;--text3:#9AA4B3;--accent:#82ADFF;--match:#5CC78D;--differ:#FF8A70;--amber:#EFB548;
--amber-mark:#EFB548;--incomparable:#C8A0FF;--match-back:#17372A;--differ-back:#4A211A;--amber-back:#40310F;
--incomparable-back:#362650;--missing-back:#262B34;--note-back:#1E2F52;
--series1:#82ADFF;--series2:#FFA45C;--series3:#4FC0AC;--series4:#B095F0;
--f-compute:#1D3358;--b-compute:#6EA0F5;--f-element-wise:#2A303A;--b-element-wise:#98A4B5;--f-normalise:#153B36;
--b-normalise:#4FC0AC;--f-activation:#243A18;--b-activation:#8CCB60;--f-shape:#322E27;--b-shape:#B9AA8E;
--f-quantise:#33265A;--b-quantise:#B095F0;--f-memory:#40310F;--b-memory:#DDAE4B;--f-control:#4A1F2D;--b-control:#F0809F;
--f-delegate:#12384A;--b-delegate:#62B8DE;--f-constant:#2A2A2A;--b-constant:#A0A0A0;
--canvas:#121419;--edge:#76808F;--group1:#191C22;--group2:#20242B;--group3:#282D36;--group-border:#4A5362;
--ramp:url(#ramp-dark);)";

constexpr std::string_view kRules = R"(
*{box-sizing:border-box}
html{scroll-padding-top:12px;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--window);color:var(--text);font:14px/1.5 Inter,system-ui,"Segoe UI",sans-serif;
font-variant-numeric:tabular-nums;display:grid;grid-template-columns:minmax(0,1fr);gap:0 24px;padding:0 16px 48px}
header,nav,main{width:100%;max-width:1400px;margin:0 auto}
header{display:flex;align-items:flex-start;justify-content:space-between;gap:16px;padding:20px 0 12px}
h1{font-size:21px;line-height:1.3;font-weight:600;margin:0;overflow-wrap:anywhere}
.kind{margin:0;color:var(--text2);font-size:13px}
h2{display:flex;align-items:center;gap:8px;font-size:17px;font-weight:600;margin:0 0 12px}
h3{font-size:15px;font-weight:600;margin:20px 0 8px;overflow-wrap:anywhere}
h4{font-size:14px;font-weight:600;margin:12px 0 4px}
p{margin:0 0 8px;max-width:92ch;overflow-wrap:anywhere}
a{color:var(--accent)}
code{font:12.5px/1.45 "JetBrains Mono",ui-monospace,SFMono-Regular,Consolas,monospace;overflow-wrap:break-word}
code.long{overflow-wrap:anywhere}
.quiet{color:var(--text2)}
header .quiet{margin:2px 0 0;font-size:13px}
.more{font-size:13px;margin-top:4px}
.none{color:var(--text3)}
button{font:inherit;color:inherit}
#theme{flex:none;background:var(--raised);border:1px solid var(--control);border-radius:4px;padding:4px 12px;cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
nav ul{list-style:none;display:flex;gap:0 4px;margin:0 0 12px;padding:0;overflow-x:auto}
nav a{display:flex;align-items:center;gap:6px;padding:6px 10px;color:var(--text);text-decoration:none;white-space:nowrap;
border-radius:4px}
nav a:hover{background:var(--hairline)}
.slot:empty{display:none}
section{background:var(--base);border:1px solid var(--border);border-radius:6px;padding:16px 16px 14px;margin:0 0 16px}
.shapes{position:absolute}
.mark{width:14px;height:14px;flex:none;vertical-align:-2px}
h2 .mark{width:17px;height:17px}
.ink{fill:currentColor}.hole{fill:var(--base)}
.cut{fill:none;stroke:var(--base);stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.mark .line,.line{fill:none;stroke:currentColor;stroke-width:1.5}
.dashed{stroke-dasharray:2.3 1.96}
.m-match{color:var(--match)}.m-differ,.m-error{color:var(--differ)}.m-ambiguous,.m-warning{color:var(--amber-mark)}
.m-incomparable{color:var(--incomparable)}.m-missing,.m-unreadable{color:var(--text3)}.m-note{color:var(--accent)}
.m-introduced,.m-inherited{color:var(--series1)}.m-constant{color:var(--series2)}
.state{display:inline-flex;align-items:baseline;gap:6px;white-space:nowrap}
.state .mark{align-self:center}
.unknown{display:flex;gap:8px;align-items:baseline;color:var(--text2)}
.unknown .mark{align-self:center}
ul.verdict{list-style:none;margin:0 0 4px;padding:0}
ul.verdict li{display:flex;gap:10px;margin:0 0 8px;max-width:110ch;overflow-wrap:anywhere}
ul.verdict .mark{margin-top:4px}
ul.verdict li.first{font-size:18px;line-height:1.4;font-weight:600}
ul.verdict li.first .mark{width:18px;height:18px}
#verdict>h2{font-size:13px;font-weight:400;color:var(--text3);margin:0 0 6px}
#verdict>h2>.mark{display:none}
#verdict{border-left:3px solid var(--control)}
#verdict:has(>h2>.m-match){border-left-color:var(--match)}#verdict:has(>h2>.m-differ){border-left-color:var(--differ)}
dl.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(170px,1fr));gap:10px 24px;margin:12px 0 8px}
dl.facts dt{color:var(--text3);font-size:12.5px}
dl.facts dd{margin:0;overflow-wrap:anywhere}
ol.causes{list-style:none;margin:0 0 8px;padding:0;border:1px solid var(--border);border-radius:4px}
ol.causes>li{display:grid;grid-template-columns:18px minmax(0,3fr) minmax(0,2fr);gap:4px 12px;padding:10px 14px;
border-top:1px solid var(--hairline)}
ol.causes>li:first-child{border-top:0}
ol.causes .mark{margin-top:4px}
ol.causes strong{font-weight:600;overflow-wrap:anywhere}
ol.causes p{margin:2px 0 0;color:var(--text2);font-size:13px}
ol.causes .kind{color:var(--text3);font-size:12.5px;font-weight:400}
ol.causes .todo{font-size:13.5px;overflow-wrap:anywhere}
.scroll{overflow:auto;max-height:640px;margin:8px 0 4px;border:1px solid var(--border);border-radius:4px;max-width:100%}
table{border-collapse:collapse;width:100%;font-size:13px;line-height:1.4}
caption{text-align:left;padding:6px 9px;color:var(--text2);font-size:13px;border-bottom:1px solid var(--hairline);
background:var(--raised)}
th,td{padding:5px 9px;text-align:left;vertical-align:top;border-top:1px solid var(--hairline)}
th{background:var(--raised);color:var(--text2);font-weight:500;white-space:nowrap;padding:0;border-top:0;position:sticky;top:0;
box-shadow:0 1px var(--border)}
th button{display:block;width:100%;padding:5px 9px;background:none;border:0;text-align:inherit;font-weight:500}
.js th button{cursor:pointer}
.js th button:hover{color:var(--text)}
th[aria-sort=ascending] button::after{content:" \2191";color:var(--accent)}
th[aria-sort=descending] button::after{content:" \2193";color:var(--accent)}
td.n,th.n{text-align:right}
td.n{white-space:nowrap}
td{max-width:44ch;overflow-wrap:break-word}
td code{white-space:pre-wrap;font-size:12px}
td small{font-size:12px;color:var(--text2);white-space:nowrap}
td small code{font-size:11.5px}
td ul{margin:0;padding:0;list-style:none}
td li:has(code){white-space:nowrap}
td li:has(code.long),td li:has(wbr){white-space:normal}
tbody tr:hover{background:var(--raised)}
.share{display:inline-flex;gap:8px;align-items:center;justify-content:space-between;min-width:112px}
.whole{white-space:nowrap}
svg.bar{flex:none}
.track{fill:var(--hairline)}.fill{fill:var(--accent)}
figure{margin:12px 0 16px}
figcaption{color:var(--text2);font-size:13px;margin-top:6px;max-width:110ch;overflow-wrap:anywhere}
svg.chart,svg.graph,svg.heat{display:block;max-width:100%;height:auto}
svg.chart.wide{width:100%}
svg.chart text{font-size:11px;fill:var(--text3)}
svg.chart text.strong{fill:var(--text);font-weight:600}
svg.chart text.onfill{fill:var(--text)}
.grid{stroke:var(--hairline);stroke-width:1}.axis{stroke:var(--control);stroke-width:1}
.tolerance{stroke:var(--differ);stroke-width:1;stroke-dasharray:5 3}
.band{fill:var(--match-back)}.beyond{fill:var(--differ-back);opacity:.45}
.curve{fill:none;stroke:var(--series1);stroke-width:1.2;opacity:.55}
.dot{fill:var(--series1)}.dot-bad{fill:var(--base);stroke:var(--series1);stroke-width:1.5}
.own{fill:var(--series1)}.own-constant{fill:var(--series2)}.stem{stroke:var(--series1);stroke-width:1}
.flag{stroke:var(--differ);stroke-width:2}
svg.chart text.flagtext{fill:var(--differ);font-weight:600}
.level{fill:var(--f-memory);stroke:var(--b-memory);stroke-width:1}
.group{fill:var(--raised);stroke:var(--border)}
.hatch{fill:none;stroke:var(--control);stroke-width:1}
.rest{fill:url(#hatch);stroke:var(--border)}
.r-constant,.r-tensor{fill:var(--f-compute);stroke:var(--b-compute)}
.r-named_data{fill:var(--f-memory);stroke:var(--b-memory)}
.r-delegate{fill:var(--f-delegate);stroke:var(--b-delegate)}
.r-program,.r-json{fill:var(--f-quantise);stroke:var(--b-quantise)}
.r-header,.r-padding,.r-zip,.r-unknown{fill:var(--f-constant);stroke:var(--b-constant)}
.key{display:inline-block;width:10px;height:10px;margin-right:4px;vertical-align:-1px}
.s-match{fill:var(--match)}.s-differ{fill:var(--differ)}.s-incomparable{fill:var(--incomparable)}.s-missing{fill:var(--control)}
.heat image{image-rendering:pixelated;filter:var(--ramp)}
.frame{fill:none;stroke:var(--border)}
.odd{fill:var(--series4)}
svg.heat.scale{display:inline-block;vertical-align:-1px;margin:0 6px}
.pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,340px),1fr));gap:4px 24px;align-items:start}
details{margin:8px 0}
summary{cursor:pointer;color:var(--text2)}
details .drawing{max-height:640px;overflow:auto;border:1px solid var(--border);border-radius:4px;margin-top:8px;
background:var(--canvas)}
details svg.graph{max-width:none}
svg.graph text{fill:var(--text)}
svg.graph .t{font:600 13px Inter,system-ui,sans-serif}
svg.graph .b{font:13px Inter,system-ui,sans-serif;fill:var(--text2)}
svg.graph .s{font:11px Inter,system-ui,sans-serif;fill:var(--text3)}
svg.graph .c{font:11.5px "JetBrains Mono",ui-monospace,monospace}
pre{margin:6px 0 8px;padding:8px 12px;background:var(--raised);border:1px solid var(--border);border-radius:4px;overflow-x:auto}
@media (min-width:1180px){
body{grid-template-columns:140px minmax(0,1240px);justify-content:center;gap:0 16px}
header{grid-column:1/-1}
nav{grid-column:1;position:sticky;top:12px;align-self:start}
nav ul{flex-direction:column}
nav a{padding:4px 8px;white-space:normal}
.slot,.slot:empty{display:inline-flex;width:16px;flex:none}
main{grid-column:2;grid-row:2}}
@media (max-width:640px){
body{padding:0 8px 32px}
section{padding:12px 12px 10px}
header{flex-direction:column;gap:8px}
ul.verdict li.first{font-size:16px}
ol.causes>li{grid-template-columns:18px minmax(0,1fr)}
ol.causes .todo{grid-column:2}
table{width:max-content;min-width:100%}
td{max-width:60vw}
svg.chart.wide{min-width:680px}
figure{overflow-x:auto}}
@media print{
th{position:static;box-shadow:none}
body{display:block;background:none;padding:0;font-size:11px}
nav,#theme{display:none}
section{border:0;border-top:1px solid var(--border);border-radius:0;padding:12px 0;break-inside:auto}
h2,h3{break-after:avoid}
figure,ol.causes>li,tr{break-inside:avoid}
thead{display:table-header-group}
table{font-size:10px}
th,td,th button,caption{padding:3px 6px}
th button{padding:0}
.scroll,figure,details .drawing{overflow:visible;max-height:none}
details svg.graph{max-width:100%}
code{font-size:9.5px}
td{max-width:none}}
)";

}  // namespace

std::string styleSheet() {
    std::string drawings = ".fill-none{fill:none}.line-none{stroke:none}";
    for (const std::string_view ink : draw::inkNames()) {
        const std::string name(ink);
        drawings += ".fill-" + name + "{fill:var(--" + name + ")}.line-" + name + "{stroke:var(--" + name + ")}";
    }
    // On paper it is light, whatever the screen is.
    return ":root{color-scheme:light;" + std::string(kLight) + "}\n@media screen and (prefers-color-scheme:dark){" +
           ":root:not([data-theme=light]){color-scheme:dark;" + std::string(kDark) +
           "}}\n@media screen{:root[data-theme=dark]{color-scheme:dark;" + std::string(kDark) + "}}\n" + drawings +
           std::string(kRules);
}

}  // namespace etscope::report::html
