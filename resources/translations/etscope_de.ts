<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>ChangeFacts</name>
    <message>
        <source>Program, external data</source>
        <translation>Programm, externe Daten</translation>
    </message>
    <message>
        <source>no program on one side</source>
        <translation>kein Programm auf einer Seite</translation>
    </message>
    <message>
        <source>the same size</source>
        <translation>gleich groß</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>Methoden</translation>
    </message>
    <message>
        <source>none in common</source>
        <translation>keine gemeinsam</translation>
    </message>
    <message>
        <source>same inputs and outputs</source>
        <translation>gleiche Ein- und Ausgaben</translation>
    </message>
    <message>
        <source>other inputs or outputs: %1</source>
        <translation>andere Ein- oder Ausgaben: %1</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message numerus="yes">
        <source>%n quantised</source>
        <translation>
            <numerusform>%n quantisiert</numerusform>
            <numerusform>%n quantisiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 → %n quantised</source>
        <translation>
            <numerusform>%1 → %n quantisiert</numerusform>
            <numerusform>%1 → %n quantisiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n equal</source>
        <translation>
            <numerusform>%n passend</numerusform>
            <numerusform>%n passend</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n differ(s)</source>
        <translation>
            <numerusform>%n weicht ab</numerusform>
            <numerusform>%n weichen ab</numerusform>
        </translation>
    </message>
    <message>
        <source>Delegate calls</source>
        <translation>Delegate-Aufrufe</translation>
    </message>
    <message>
        <source>none</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>war %1</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>Nodes, %1</source>
        <translation>Knoten, %1</translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <translation>
            <numerusform>%n hinzugefügt</numerusform>
            <numerusform>%n hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>%n entfernt</numerusform>
            <numerusform>%n entfernt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n geändert</numerusform>
            <numerusform>%n geändert</numerusform>
        </translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
</context>
<context>
    <name>ChangeItems</name>
    <message>
        <source>no stage that both exports recorded: what its modules differ in is not known</source>
        <translation>keine Stufe, die beide Exporte aufgezeichnet haben: worin sich die Module unterscheiden, ist nicht bekannt</translation>
    </message>
    <message numerus="yes">
        <source>%n alike: %1</source>
        <translation>
            <numerusform>%n gleich: %1</numerusform>
            <numerusform>%n gleiche: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>differs from its likes: %1</source>
        <translation>weicht von seinesgleichen ab: %1</translation>
    </message>
    <message>
        <source>now %1; %2</source>
        <translation>jetzt %1; %2</translation>
    </message>
    <message>
        <source>= %1, metadata</source>
        <translation>= %1, Metadaten</translation>
    </message>
    <message>
        <source>was %1, metadata</source>
        <translation>war %1, Metadaten</translation>
    </message>
    <message>
        <source>%1 → %2, metadata</source>
        <translation>%1 → %2, Metadaten</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) only changed the name</source>
        <translation>
            <numerusform>%n Knoten heißt nur anders</numerusform>
            <numerusform>%n Knoten heißen nur anders</numerusform>
        </translation>
    </message>
    <message>
        <source>no module differs in operators, types, places or values that could be compared</source>
        <translation>kein Modul weicht in Operatoren, Typen, Orten oder vergleichbaren Werten ab</translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s) that no module names differ(s)</source>
        <translation>
            <numerusform>%n Gewicht, das kein Modul nennt, weicht ab</numerusform>
            <numerusform>%n Gewichte, die kein Modul nennt, weichen ab</numerusform>
        </translation>
    </message>
    <message>
        <source>listed by node</source>
        <translation>nach Knoten aufgeführt</translation>
    </message>
    <message numerus="yes">
        <source>%n delegate(s) differ(s) in backend or content</source>
        <translation>
            <numerusform>%n Delegate weicht in Backend oder Inhalt ab</numerusform>
            <numerusform>%n Delegates weichen in Backend oder Inhalt ab</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s) could not be compared</source>
        <translation>
            <numerusform>%n Gewicht konnte nicht verglichen werden</numerusform>
            <numerusform>%n Gewichte konnten nicht verglichen werden</numerusform>
        </translation>
    </message>
    <message>
        <source>max |d| %1</source>
        <translation>max. |d| %1</translation>
    </message>
    <message>
        <source>an output</source>
        <translation>eine Ausgabe</translation>
    </message>
    <message>
        <source>Output %1 of %2</source>
        <translation>Ausgabe %1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) only changed the name of a class around them</source>
        <translation>
            <numerusform>%n Knoten liegt nur in einer Klasse mit anderem Namen</numerusform>
            <numerusform>%n Knoten liegen nur in einer Klasse mit anderem Namen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Column</name>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Stable word for scripts</source>
        <translation>Festes Wort für Skripte</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>File, part and offset</source>
        <translation>Datei, Teil und Offset</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>What is wrong and what can be done</source>
        <translation>Was falsch ist und was man tun kann</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>How often</source>
        <translation>Wie oft</translation>
    </message>
    <message>
        <source>Index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>Along the axis</source>
        <translation>Entlang der Achse</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>Least finite element</source>
        <translation>Kleinstes endliches Element</translation>
    </message>
    <message>
        <source>Largest finite element</source>
        <translation>Größtes endliches Element</translation>
    </message>
    <message>
        <source>Of finite elements</source>
        <translation>Der endlichen Elemente</translation>
    </message>
    <message>
        <source>Of finite elements, with N</source>
        <translation>Der endlichen Elemente, mit N</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>Nullen</translation>
    </message>
    <message>
        <source>Elements that are 0</source>
        <translation>Elemente, die 0 sind</translation>
    </message>
    <message>
        <source>NaN, Inf</source>
        <translation>NaN, Inf</translation>
    </message>
    <message>
        <source>Elements that are not finite</source>
        <translation>Elemente, die nicht endlich sind</translation>
    </message>
    <message>
        <source>Delegates</source>
        <translation>Delegates</translation>
    </message>
    <message>
        <source>Method and number of each that is the container, or the file that is</source>
        <translation>Methode und Nummer der Delegates, die der Container sind, oder die Datei, die es ist</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Container</translation>
    </message>
    <message>
        <source>Its format</source>
        <translation>Sein Format</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>Of the variant</source>
        <translation>Der Variante</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>It was compiled for, where the payload says</source>
        <translation>Für das kompiliert wurde, wo die Payload es sagt</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>Funktion</translation>
    </message>
    <message>
        <source>Of the variant, where the payload names one</source>
        <translation>Der Variante, wo die Payload eine nennt</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Types and shapes: how long a sequence is; the tooltip has the outputs</source>
        <translation>Typen und Formen: wie lang eine Sequenz ist; der Tooltip hat die Ausgaben</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>All that it reads, each byte once</source>
        <translation>Alles, was sie liest, jedes Byte einmal</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>Geteilt</translation>
    </message>
    <message>
        <source>Of these, what another variant has as well</source>
        <translation>Davon, was auch eine andere Variante hat</translation>
    </message>
    <message>
        <source>Own</source>
        <translation>Eigen</translation>
    </message>
    <message>
        <source>Of these, what no other variant has</source>
        <translation>Davon, was keine andere Variante hat</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Of the decoded graph</source>
        <translation>Des dekodierten Graphen</translation>
    </message>
    <message>
        <source>Against the others</source>
        <translation>Gegen die anderen</translation>
    </message>
    <message>
        <source>Inputs, constants and operators against each other variant</source>
        <translation>Eingaben, Konstanten und Operatoren gegen jede andere Variante</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Entry point</source>
        <translation>Einstiegspunkt</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Of nodes</source>
        <translation>Der Knoten</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Target or role</source>
        <translation>Ziel oder Rolle</translation>
    </message>
    <message>
        <source>Operator of nodes, below it their module; role of weights, backend of delegates</source>
        <translation>Operator von Knoten, darunter ihr Modul; Rolle von Gewichten, Backend von Delegates</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>Was sich ändert</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Stage whose nodes are counted, or what else is compared</source>
        <translation>Stufe, deren Knoten gezählt sind, oder was sonst verglichen wird</translation>
    </message>
    <message>
        <source>Matched</source>
        <translation>Zugeordnet</translation>
    </message>
    <message>
        <source>Pairs of nodes or weights, changed ones included</source>
        <translation>Paare von Knoten oder Gewichten, geänderte eingeschlossen</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Pairs that are not the same</source>
        <translation>Paare, die nicht gleich sind</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Entfernt</translation>
    </message>
    <message>
        <source>Only in this session</source>
        <translation>Nur in dieser Sitzung</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>Hinzugefügt</translation>
    </message>
    <message>
        <source>Only in the other export</source>
        <translation>Nur im anderen Export</translation>
    </message>
    <message>
        <source>Of the part</source>
        <translation>Des Teils</translation>
    </message>
    <message>
        <source>1: the largest difference</source>
        <translation>1: die größte Abweichung</translation>
    </message>
    <message>
        <source>Of the element, one number per axis</source>
        <translation>Des Elements, eine Zahl je Achse</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Exactly</source>
        <translation>Genau</translation>
    </message>
    <message>
        <source>Runtime</source>
        <translation>Laufzeit</translation>
    </message>
    <message>
        <source>|runtime − reference|</source>
        <translation>|Laufzeit − Referenz|</translation>
    </message>
    <message>
        <source>|runtime − reference| ∕ |reference|</source>
        <translation>|Laufzeit − Referenz| ∕ |Referenz|</translation>
    </message>
    <message>
        <source>ref</source>
        <translation>Ref</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Row of the reference</source>
        <translation>Zeile der Referenz</translation>
    </message>
    <message>
        <source>Row of the runtime&apos;s</source>
        <translation>Zeile der Laufzeit</translation>
    </message>
    <message>
        <source>Index of the last axis</source>
        <translation>Index der letzten Achse</translation>
    </message>
    <message>
        <source>Instr.</source>
        <translation>Instr.</translation>
    </message>
    <message>
        <source>Chain and instruction</source>
        <translation>Kette und Instruktion</translation>
    </message>
    <message>
        <source>Occurrences in the runs of the method</source>
        <translation>Vorkommen in den Läufen der Methode</translation>
    </message>
    <message>
        <source>A tenth of the occurrences are shorter</source>
        <translation>Ein Zehntel der Vorkommen ist kürzer</translation>
    </message>
    <message>
        <source>Half of the occurrences are shorter</source>
        <translation>Die Hälfte der Vorkommen ist kürzer</translation>
    </message>
    <message>
        <source>Nine tenths of the occurrences are shorter</source>
        <translation>Neun Zehntel der Vorkommen sind kürzer</translation>
    </message>
    <message>
        <source>The longest</source>
        <translation>Das längste</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Handles</source>
        <translation>Handles</translation>
    </message>
    <message>
        <source>Debug handles of the call, from least to largest</source>
        <translation>Debug-Handles des Aufrufs, vom kleinsten zum größten</translation>
    </message>
    <message>
        <source>Runs as</source>
        <translation>Läuft als</translation>
    </message>
    <message>
        <source>The event that logged the value</source>
        <translation>Das Ereignis, das den Wert aufgezeichnet hat</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Error is</source>
        <translation>Fehler ist</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>What the numbers were made against, where shapes do not fit</source>
        <translation>Wogegen die Zahlen gebildet sind, wo Formen nicht passen</translation>
    </message>
    <message>
        <source>Index of the instruction in the method&apos;s chain</source>
        <translation>Index der Instruktion in der Kette der Methode</translation>
    </message>
    <message>
        <source>Edge nodes</source>
        <translation>Edge-Knoten</translation>
    </message>
    <message>
        <source>Exported nodes</source>
        <translation>Exportierte Knoten</translation>
    </message>
    <message>
        <source>Nodes of the exported program they came from</source>
        <translation>Knoten des exportierten Programms, aus denen sie entstanden</translation>
    </message>
    <message>
        <source>Delegate ids</source>
        <translation>Delegate-IDs</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Index in the plan</source>
        <translation>Index im Plan</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>Offset</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Bytes of the elements</source>
        <translation>Bytes der Elemente</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Name of the file</source>
        <translation>Name der Datei</translation>
    </message>
    <message>
        <source>Recognised by content, not by name</source>
        <translation>Am Inhalt erkannt, nicht am Namen</translation>
    </message>
    <message>
        <source>Bytes of the file</source>
        <translation>Bytes der Datei</translation>
    </message>
    <message>
        <source>Readable</source>
        <translation>Lesbar</translation>
    </message>
    <message>
        <source>Share of the bytes that its own headers name and that are there</source>
        <translation>Anteil der Bytes, die ihre eigenen Header nennen und die da sind</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Was gefunden wurde</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Constant method, or key of named data</source>
        <translation>Konstante Methode oder Schlüssel benannter Daten</translation>
    </message>
    <message>
        <source>As the runner reads it</source>
        <translation>Wie der Runner ihn liest</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Of the value</source>
        <translation>Des Werts</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Where it is stored</source>
        <translation>Wo er gespeichert ist</translation>
    </message>
    <message>
        <source>As stored; constant methods have none of their own</source>
        <translation>Wie gespeichert; konstante Methoden haben keine eigenen</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>What known runners use it for</source>
        <translation>Wofür bekannte Runner ihn benutzen</translation>
    </message>
    <message>
        <source>Without padding</source>
        <translation>Ohne Füllbytes</translation>
    </message>
    <message>
        <source>Type and shape</source>
        <translation>Typ und Form</translation>
    </message>
    <message>
        <source>That holds it</source>
        <translation>Die sie enthält</translation>
    </message>
    <message>
        <source>Segment</source>
        <translation>Segment</translation>
    </message>
    <message>
        <source>Index in that file</source>
        <translation>Index in dieser Datei</translation>
    </message>
    <message>
        <source>From the start of the file</source>
        <translation>Vom Anfang der Datei</translation>
    </message>
    <message>
        <source>Of the bytes; the tooltip and copies have it whole</source>
        <translation>Der Bytes; Tooltip und Kopien haben ihn ganz</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Of the payload, by its content</source>
        <translation>Der Payload, nach ihrem Inhalt</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>Instructions that run it</source>
        <translation>Instruktionen, die es ausführen</translation>
    </message>
    <message>
        <source>Compile specs</source>
        <translation>Compile-Specs</translation>
    </message>
    <message>
        <source>What the backend was told</source>
        <translation>Was dem Backend gesagt wurde</translation>
    </message>
    <message>
        <source>Why not decoded</source>
        <translation>Warum nicht dekodiert</translation>
    </message>
    <message>
        <source>Where there is no graph</source>
        <translation>Wo es keinen Graphen gibt</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>That no delegate runs</source>
        <translation>Den kein Delegate ausführt</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Stellen</translation>
    </message>
    <message>
        <source>Nodes or instructions</source>
        <translation>Knoten oder Instruktionen</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>As far as the session tells</source>
        <translation>Soweit die Sitzung es sagt</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Beleg</translation>
    </message>
    <message>
        <source>What differs from the operators that delegates run</source>
        <translation>Was anders ist als bei den Operatoren, die Delegates ausführen</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Its name in the graph; of a delegate&apos;s, the name in the record or the key</source>
        <translation>Sein Name im Graphen; bei einem Delegate der Name im Record oder der Schlüssel</translation>
    </message>
    <message>
        <source>Stored as</source>
        <translation>Gespeichert als</translation>
    </message>
    <message>
        <source>Type and shape as stored</source>
        <translation>Typ und Form wie gespeichert</translation>
    </message>
    <message>
        <source>Granularity</source>
        <translation>Granularität</translation>
    </message>
    <message>
        <source>The integers that share one</source>
        <translation>Die Ganzzahlen, die eine gemeinsam haben</translation>
    </message>
    <message>
        <source>Of the integers</source>
        <translation>Der Ganzzahlen</translation>
    </message>
    <message>
        <source>Of the weights of the session&apos;s graphs</source>
        <translation>An den Gewichten der Graphen der Sitzung</translation>
    </message>
    <message>
        <source>SQNR dB</source>
        <translation>SQNR dB</translation>
    </message>
    <message>
        <source>Signal against the error of quantising; more is better</source>
        <translation>Signal gegen den Fehler der Quantisierung; mehr ist besser</translation>
    </message>
    <message>
        <source>Largest error of an element</source>
        <translation>Größter Fehler eines Elements</translation>
    </message>
    <message>
        <source>Clipped</source>
        <translation>Gekappt</translation>
    </message>
    <message>
        <source>Originals beyond the range of the integers</source>
        <translation>Originale außerhalb des Bereichs der Ganzzahlen</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>The real numbers it was made of, or why they are not known</source>
        <translation>Die reellen Zahlen, aus denen es entstand, oder warum sie nicht bekannt sind</translation>
    </message>
    <message>
        <source>Of the region</source>
        <translation>Des Bereichs</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>Was er ist</translation>
    </message>
    <message>
        <source>As `etscope-cli sizes` names it</source>
        <translation>Wie `etscope-cli sizes` ihn unterscheidet</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Besitzer</translation>
    </message>
    <message>
        <source>Method, tensor or key that the bytes are for</source>
        <translation>Methode, Tensor oder Schlüssel, für den die Bytes da sind</translation>
    </message>
    <message>
        <source>Name in the file: the parameter&apos;s path, the input&apos;s name, or the output&apos;s place</source>
        <translation>Name in der Datei: Pfad des Parameters, Name der Eingabe oder Ort der Ausgabe</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>What the tensor is for</source>
        <translation>Wofür der Tensor da ist</translation>
    </message>
    <message>
        <source>The method it belongs to</source>
        <translation>Die Methode, zu der er gehört</translation>
    </message>
    <message>
        <source>The stage whose copy this is</source>
        <translation>Die Stufe, deren Exemplar dies ist</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>Number of the reference case</source>
        <translation>Nummer des Referenzfalls</translation>
    </message>
    <message>
        <source>Element type and sizes</source>
        <translation>Elementtyp und Größen</translation>
    </message>
    <message>
        <source>Bytes of the values; views of one storage count each</source>
        <translation>Bytes der Werte; Sichten auf einen Speicher zählen jede für sich</translation>
    </message>
    <message>
        <source>Where the first element lies, from the start of the file</source>
        <translation>Wo das erste Element liegt, vom Anfang der Datei</translation>
    </message>
    <message>
        <source>rel</source>
        <translation>rel</translation>
    </message>
    <message>
        <source>Max |d|</source>
        <translation>Max |d|</translation>
    </message>
    <message>
        <source>The largest part; where a call was not judged, introduced means more than twice what its inputs bring</source>
        <translation>Der größte Teil; wo ein Aufruf nicht beurteilt wurde, heißt entstanden: mehr als doppelt so viel, wie seine Eingaben mitbringen</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Whether rounding explains what the call itself did; not what it inherited</source>
        <translation>Ob Rundung erklärt, was der Aufruf selbst tat; nicht, was er ererbt hat</translation>
    </message>
    <message>
        <source>By the call itself: ‖runtime − right result on what it read‖ ∕ ‖reference‖; by the measure max |d| its largest element</source>
        <translation>Vom Aufruf selbst: ‖Laufzeit − richtiges Ergebnis auf dem Gelesenen‖ ∕ ‖Referenz‖; nach dem Maß max |d| das größte Element</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>Konstante</translation>
    </message>
    <message>
        <source>By constants of the program that are not the record&apos;s, over ‖reference‖; by the measure max |d| its largest element</source>
        <translation>Von Konstanten des Programms, die nicht die des Records sind, durch ‖Referenz‖; nach dem Maß max |d| das größte Element</translation>
    </message>
    <message>
        <source>Inherited</source>
        <translation>Ererbt</translation>
    </message>
    <message>
        <source>By what the call read: ‖right result on that − reference‖ ∕ ‖reference‖; by the measure max |d| its largest element</source>
        <translation>Von dem, was der Aufruf las: ‖richtiges Ergebnis darauf − Referenz‖ ∕ ‖Referenz‖; nach dem Maß max |d| das größte Element</translation>
    </message>
    <message>
        <source>Accumulates in</source>
        <translation>Summiert in</translation>
    </message>
    <message>
        <source>The tightest type that sums can have been added up in</source>
        <translation>Der genaueste Typ, in dem Summen gebildet worden sein können</translation>
    </message>
    <message>
        <source>Of each stage</source>
        <translation>Je Stufe</translation>
    </message>
    <message>
        <source>Time, p50</source>
        <translation>Zeit, p50</translation>
    </message>
    <message>
        <source>Median of an execution; the dump&apos;s ticks are taken as nanoseconds</source>
        <translation>Median einer Ausführung; die Ticks des Dumps gelten als Nanosekunden</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Parameters: bytes, and how many numbers</source>
        <translation>Parameter: Bytes, und wie viele Zahlen</translation>
    </message>
    <message>
        <source>Whether it belongs to the other files, by what they say</source>
        <translation>Ob sie zu den anderen Dateien gehört, nach dem, was diese sagen</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>The innermost around all that it runs</source>
        <translation>Das innerste um alles, was sie ausführt</translation>
    </message>
    <message>
        <source>Of all its occurrences together</source>
        <translation>Aller Vorkommen zusammen</translation>
    </message>
    <message>
        <source>Of the time of all instructions; of what happens inside one, of that instruction</source>
        <translation>An der Zeit aller Instruktionen; was in einer geschieht, an deren Zeit</translation>
    </message>
    <message>
        <source>Made by</source>
        <translation>Erzeugt von</translation>
    </message>
    <message>
        <source>What the instruction that writes it runs</source>
        <translation>Was die Instruktion ausführt, die ihn schreibt</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Führt aus</translation>
    </message>
    <message>
        <source>The operator, or the backend of a delegate call</source>
        <translation>Der Operator, oder das Backend eines Delegate-Aufrufs</translation>
    </message>
    <message>
        <source>Handle</source>
        <translation>Handle</translation>
    </message>
    <message>
        <source>The number that the export gave to nodes and instruction alike</source>
        <translation>Die Nummer, die der Export Knoten und Instruktion gemeinsam gab</translation>
    </message>
    <message>
        <source>Nodes of the edge graph that carry the handle</source>
        <translation>Knoten des Edge-Graphen, die das Handle tragen</translation>
    </message>
    <message>
        <source>By which the backend names the operators that carry it</source>
        <translation>Mit denen das Backend die Operatoren nennt, die es tragen</translation>
    </message>
    <message>
        <source>Its name where the program gives one, else what makes it, or its role</source>
        <translation>Sein Name, wo das Programm einen hat, sonst was ihn erzeugt, oder seine Rolle</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Type and sizes; the most they can be</source>
        <translation>Typ und Größen; die größten, die möglich sind</translation>
    </message>
    <message>
        <source>Share of the arena</source>
        <translation>Anteil an der Arena</translation>
    </message>
    <message>
        <source>Its bytes against all that are planned</source>
        <translation>Seine Bytes gegen alle geplanten</translation>
    </message>
    <message>
        <source>In the arena</source>
        <translation>In der Arena</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Lebt</translation>
    </message>
    <message>
        <source>First and last instruction that uses it; live:45 shows what is live at 45</source>
        <translation>Erste und letzte Instruktion, die ihn nutzt; live:45 zeigt, was bei 45 lebt</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Exact, or the most it can be</source>
        <translation>Genau, oder das Größte, was sie sein kann</translation>
    </message>
    <message>
        <source>Where it lies, if not inside its arena</source>
        <translation>Wo er liegt, wenn nicht in seiner Arena</translation>
    </message>
    <message>
        <source>Read by</source>
        <translation>Gelesen von</translation>
    </message>
    <message>
        <source>Runners that are known to ask for the key</source>
        <translation>Runner, von denen bekannt ist, dass sie nach dem Schlüssel fragen</translation>
    </message>
    <message>
        <source>Its name in the record, by contents or by the operator that reads it; else its key</source>
        <translation>Sein Name im Record, nach dem Inhalt oder nach dem Operator, der es liest; sonst sein Schlüssel</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>Genutzt von</translation>
    </message>
    <message>
        <source>Methods, and what of them asks for the key</source>
        <translation>Methoden, und was von ihnen nach dem Schlüssel fragt</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Type and shape, where anybody says them</source>
        <translation>Typ und Form, wo jemand sie nennt</translation>
    </message>
    <message>
        <source>That holds it, and where</source>
        <translation>Die sie enthält, und wo</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>How often the bytes are stored</source>
        <translation>Wie oft die Bytes gespeichert sind</translation>
    </message>
    <message>
        <source>Of the payload, and their share of all delegates</source>
        <translation>Der Nutzdaten, und ihr Anteil an allen Delegates</translation>
    </message>
    <message>
        <source>Its name in the record, else its key</source>
        <translation>Sein Name im Record, sonst sein Schlüssel</translation>
    </message>
    <message>
        <source>Of one copy</source>
        <translation>Einer Kopie</translation>
    </message>
    <message>
        <source>The copy that this method reads</source>
        <translation>Die Kopie, die diese Methode liest</translation>
    </message>
    <message>
        <source>Of all that is shown</source>
        <translation>An allem, was gezeigt wird</translation>
    </message>
    <message>
        <source>What the instruction computes; under it what its kernel or backend noted inside</source>
        <translation>Was die Instruktion rechnet; darunter, was ihr Kernel oder Backend innen vermerkt hat</translation>
    </message>
    <message>
        <source>The backend with the number of the delegate, or a CPU kernel</source>
        <translation>Das Backend mit der Nummer des Delegates, oder ein CPU-Kernel</translation>
    </message>
    <message>
        <source>Time ns</source>
        <translation>Zeit ns</translation>
    </message>
    <message>
        <source>p10</source>
        <translation>p10</translation>
    </message>
    <message>
        <source>p10 ns</source>
        <translation>p10 ns</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>p50 ns</source>
        <translation>p50 ns</translation>
    </message>
    <message>
        <source>p90</source>
        <translation>p90</translation>
    </message>
    <message>
        <source>p90 ns</source>
        <translation>p90 ns</translation>
    </message>
    <message>
        <source>max</source>
        <translation>max</translation>
    </message>
    <message>
        <source>max ns</source>
        <translation>max ns</translation>
    </message>
    <message>
        <source>Other p10</source>
        <translation>Andere p10</translation>
    </message>
    <message>
        <source>The same on the other side: a tenth is shorter</source>
        <translation>Dasselbe auf der anderen Seite: ein Zehntel ist kürzer</translation>
    </message>
    <message>
        <source>Other p10 ns</source>
        <translation>Andere p10 ns</translation>
    </message>
    <message>
        <source>Other p50</source>
        <translation>Andere p50</translation>
    </message>
    <message>
        <source>The same on the other side: half is shorter</source>
        <translation>Dasselbe auf der anderen Seite: die Hälfte ist kürzer</translation>
    </message>
    <message>
        <source>Other p50 ns</source>
        <translation>Andere p50 ns</translation>
    </message>
    <message>
        <source>Other p90</source>
        <translation>Andere p90</translation>
    </message>
    <message>
        <source>The same on the other side: nine tenths are shorter</source>
        <translation>Dasselbe auf der anderen Seite: neun Zehntel sind kürzer</translation>
    </message>
    <message>
        <source>Other p90 ns</source>
        <translation>Andere p90 ns</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>How much longer the other side&apos;s median is; grey: within the noise</source>
        <translation>Um wie viel länger der Median der anderen Seite ist; grau: im Rauschen</translation>
    </message>
    <message>
        <source>Difference ns</source>
        <translation>Differenz ns</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>The other side&apos;s median over this one&apos;s</source>
        <translation>Der Median der anderen Seite geteilt durch den dieser</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>Where the difference lies in 95 of 100 resamplings of both sides; an interval around 0 is noise</source>
        <translation>Wo die Differenz in 95 von 100 Ziehungen aus beiden Seiten liegt; ein Intervall um 0 ist Rauschen</translation>
    </message>
    <message>
        <source>Likes</source>
        <translation>Gleiche</translation>
    </message>
    <message>
        <source>Its median over that of the same operators at the same place of the other layers</source>
        <translation>Sein Median durch den derselben Operatoren an derselben Stelle der anderen Schichten</translation>
    </message>
    <message>
        <source>Path of the module that the node stands in</source>
        <translation>Pfad des Moduls, in dem der Knoten steht</translation>
    </message>
    <message>
        <source>What the directory says, and what tells that it belongs to the others</source>
        <translation>Was das Verzeichnis sagt, und woran zu sehen ist, dass sie zu den anderen gehört</translation>
    </message>
    <message>
        <source>Node, weight, delegate, output, metadata, or a whole stage</source>
        <translation>Knoten, Gewicht, Delegate, Ausgabe, Metadaten oder eine ganze Stufe</translation>
    </message>
    <message>
        <source>Largest |runtime − reference| (max_abs)</source>
        <translation>Größtes |Laufzeit − Referenz| (max_abs)</translation>
    </message>
    <message>
        <source>Mean d²</source>
        <translation>Mittel d²</translation>
    </message>
    <message>
        <source>Mean of (runtime − reference)² (mse)</source>
        <translation>Mittel von (Laufzeit − Referenz)² (mse)</translation>
    </message>
    <message>
        <source>SNR, dB</source>
        <translation>SNR, dB</translation>
    </message>
    <message>
        <source>10 lg (Σ reference² ∕ Σ difference²) (snr_db)</source>
        <translation>10 lg (Σ Referenz² ∕ Σ Differenz²) (snr_db)</translation>
    </message>
    <message>
        <source>Relative L2</source>
        <translation>Relative L2</translation>
    </message>
    <message>
        <source>‖runtime − reference‖ ∕ ‖reference‖ where both are finite (rel_l2)</source>
        <translation>‖Laufzeit − Referenz‖ ∕ ‖Referenz‖, wo beide endlich sind (rel_l2)</translation>
    </message>
    <message>
        <source>KL divergence, nats</source>
        <translation>KL-Divergenz, nat</translation>
    </message>
    <message>
        <source>How far the softmax of the rows is from the reference&apos;s (kl)</source>
        <translation>Wie weit der Softmax der Zeilen von dem der Referenz entfernt ist (kl)</translation>
    </message>
    <message>
        <source>In the top 5</source>
        <translation>In den besten 5</translation>
    </message>
    <message>
        <source>Rows whose largest element is among the runtime&apos;s 5 largest (top5_match)</source>
        <translation>Zeilen, deren größtes Element unter den 5 größten der Laufzeit ist (top5_match)</translation>
    </message>
    <message>
        <source>In the top 10</source>
        <translation>In den besten 10</translation>
    </message>
    <message>
        <source>Rows whose largest element is among the runtime&apos;s 10 largest (top10_match)</source>
        <translation>Zeilen, deren größtes Element unter den 10 größten der Laufzeit ist (top10_match)</translation>
    </message>
    <message>
        <source>The node that the call is named after; the tooltip has all that carry its handles</source>
        <translation>Der Knoten, nach dem der Aufruf benannt ist; der Tooltip hat alle, die seine Handles tragen</translation>
    </message>
    <message>
        <source>The line of the model that made the node</source>
        <translation>Die Zeile des Modells, aus der der Knoten entstand</translation>
    </message>
    <message>
        <source>‖runtime − reference‖ / ‖reference‖; ≠ where it is outside the tolerance</source>
        <translation>‖Laufzeit − Referenz‖ / ‖Referenz‖; ≠, wo sie außerhalb der Toleranz liegt</translation>
    </message>
    <message>
        <source>The first ones; the tooltip has more, a copy all</source>
        <translation>Die ersten; der Tooltip hat mehr, eine Kopie alle</translation>
    </message>
    <message>
        <source>Growth</source>
        <translation>Wachstum</translation>
    </message>
    <message>
        <source>The error against the largest of what the call read</source>
        <translation>Der Fehler gegen den größten von dem, was der Aufruf las</translation>
    </message>
    <message>
        <source>What was found about the key</source>
        <translation>Was zum Schlüssel gefunden wurde</translation>
    </message>
    <message>
        <source>Comparing variants</source>
        <translation>Varianten werden verglichen</translation>
    </message>
    <message>
        <source>backend:Qnn, function:prefill, own&gt;1M</source>
        <translation>backend:Qnn, funktion:prefill, eigen&gt;1M</translation>
    </message>
    <message>
        <source>No containers</source>
        <translation>Keine Container</translation>
    </message>
    <message>
        <source>A container holds several variants of one thing: payloads for several backends, functions of one package, a context that several methods run. No delegate or file of this session is one.</source>
        <translation>Ein Container enthält mehrere Varianten einer Sache: Payloads für mehrere Backends, Funktionen eines Pakets, einen Kontext, den mehrere Methoden ausführen. Kein Delegate und keine Datei dieser Sitzung ist einer.</translation>
    </message>
    <message>
        <source>Add the .pte of an export for several devices or sequence lengths, or the container itself.</source>
        <translation>Die .pte eines Exports für mehrere Geräte oder Sequenzlängen hinzufügen, oder den Container selbst.</translation>
    </message>
    <message>
        <source>Reading events</source>
        <translation>Ereignisse werden gelesen</translation>
    </message>
    <message>
        <source>linear, module:layers.0, p50&gt;100us</source>
        <translation>linear, module:layers.0, p50&gt;100us</translation>
    </message>
    <message>
        <source>No events</source>
        <translation>Keine Ereignisse</translation>
    </message>
    <message>
        <source>Events are what a run of the program writes into an ETDump (.etdp).</source>
        <translation>Ereignisse schreibt ein Lauf des Programms in ein ETDump (.etdp).</translation>
    </message>
    <message>
        <source>Add the ETDump of a run, with its debug buffer when there is one.</source>
        <translation>Das ETDump eines Laufs hinzufügen, mit seinem Debug-Puffer, wenn es einen gibt.</translation>
    </message>
    <message>
        <source>Comparing values of operators</source>
        <translation>Werte der Operatoren werden verglichen</translation>
    </message>
    <message>
        <source>Compare the outputs, or choose another reference.</source>
        <translation>Die Ausgaben vergleichen oder eine andere Referenz wählen.</translation>
    </message>
    <message>
        <source>Joining handles</source>
        <translation>Handles werden verbunden</translation>
    </message>
    <message>
        <source>linear, handle:5, edge_nodes:add</source>
        <translation>linear, handle:5, edge_nodes:add</translation>
    </message>
    <message>
        <source>No debug handles</source>
        <translation>Keine Debug-Handles</translation>
    </message>
    <message>
        <source>They tell which nodes each instruction came from; the session has none.</source>
        <translation>Sie sagen, aus welchen Knoten jede Instruktion entstand; die Sitzung hat keine.</translation>
    </message>
    <message>
        <source>Add an ETRecord that was saved after to_executorch().</source>
        <translation>Ein ETRecord hinzufügen, das nach to_executorch() gespeichert wurde.</translation>
    </message>
    <message>
        <source>Handles tie each instruction to the nodes that it was made from: times, values and errors of a run find their operator by them.</source>
        <translation>Handles verbinden jede Instruktion mit den Knoten, aus denen sie entstand: Zeiten, Werte und Fehler eines Laufs finden durch sie ihren Operator.</translation>
    </message>
    <message>
        <source>Reading the memory plan</source>
        <translation>Speicherplan wird gelesen</translation>
    </message>
    <message>
        <source>linear, live:12, module:layers.0</source>
        <translation>linear, live:12, module:layers.0</translation>
    </message>
    <message>
        <source>No memory plan</source>
        <translation>Kein Speicherplan</translation>
    </message>
    <message>
        <source>Memory is planned in a program (.pte).</source>
        <translation>Speicher wird in einem Programm (.pte) geplant.</translation>
    </message>
    <message>
        <source>Add the .pte of this export.</source>
        <translation>Die .pte dieses Exports hinzufügen.</translation>
    </message>
    <message>
        <source>Reading metadata</source>
        <translation>Metadaten werden gelesen</translation>
    </message>
    <message>
        <source>vocab, type:int, value:absent</source>
        <translation>vocab, typ:int, wert:fehlt</translation>
    </message>
    <message>
        <source>No metadata</source>
        <translation>Keine Metadaten</translation>
    </message>
    <message>
        <source>Constant methods and metadata are stored in a program (.pte) or in tensor data (.ptd).</source>
        <translation>Konstante Methoden und Metadaten liegen in einem Programm (.pte) oder in Tensordaten (.ptd).</translation>
    </message>
    <message>
        <source>Hashing named data</source>
        <translation>Benannte Daten werden gehasht</translation>
    </message>
    <message>
        <source>weight, used_by:text_decoder, copies&gt;1</source>
        <translation>weight, genutzt_von:text_decoder, kopien&gt;1</translation>
    </message>
    <message>
        <source>No named data</source>
        <translation>Keine benannten Daten</translation>
    </message>
    <message>
        <source>Named data are stored in a program (.pte) or in tensor data (.ptd).</source>
        <translation>Benannte Daten liegen in einem Programm (.pte) oder in Tensordaten (.ptd).</translation>
    </message>
    <message>
        <source>Add the .pte or .ptd of this export.</source>
        <translation>Die .pte oder .ptd dieses Exports hinzufügen.</translation>
    </message>
    <message>
        <source>Decoding delegates</source>
        <translation>Delegates werden dekodiert</translation>
    </message>
    <message>
        <source>Xnnpack, method:text_decoder, format:opaque</source>
        <translation>Xnnpack, methode:text_decoder, format:opaque</translation>
    </message>
    <message>
        <source>No delegates</source>
        <translation>Keine Delegates</translation>
    </message>
    <message>
        <source>Delegate payloads are stored in a program (.pte).</source>
        <translation>Payloads von Delegates liegen in einem Programm (.pte).</translation>
    </message>
    <message>
        <source>Looking for what runs outside delegates</source>
        <translation>Gesucht wird, was außerhalb von Delegates läuft</translation>
    </message>
    <message>
        <source>view_copy, method:text_decoder</source>
        <translation>view_copy, methode:text_decoder</translation>
    </message>
    <message>
        <source>Nothing to list</source>
        <translation>Nichts aufzuführen</translation>
    </message>
    <message>
        <source>No method of this session has a delegate, or delegates run all of it.</source>
        <translation>Keine Methode dieser Sitzung hat ein Delegate, oder Delegates führen alles aus.</translation>
    </message>
    <message>
        <source>Add the .pte or the ETRecord of an export that was lowered.</source>
        <translation>Die .pte oder das ETRecord eines Exports hinzufügen, der abgesenkt (lowered) wurde.</translation>
    </message>
    <message>
        <source>Holding quantised weights against their originals</source>
        <translation>Quantisierte Gewichte werden gegen ihre Originale gehalten</translation>
    </message>
    <message>
        <source>wq, method:text_decoder, original:weight</source>
        <translation>wq, methode:text_decoder, original:weight</translation>
    </message>
    <message>
        <source>No quantised weights</source>
        <translation>Keine quantisierten Gewichte</translation>
    </message>
    <message>
        <source>None of these files contains quantisation scales.</source>
        <translation>Keine dieser Dateien enthält Skalen der Quantisierung.</translation>
    </message>
    <message>
        <source>Add the ETRecord of a quantised export.</source>
        <translation>Das ETRecord eines quantisierten Exports hinzufügen.</translation>
    </message>
    <message>
        <source>No operator is compared</source>
        <translation>Kein Operator ist verglichen</translation>
    </message>
    <message>
        <source>Method, metadata key, tensor or file</source>
        <translation>Methode, Metadatenschlüssel, Tensor oder Datei</translation>
    </message>
    <message>
        <source>What is doubtful about the export for its runner and device</source>
        <translation>Was am Export für Runner und Gerät zweifelhaft ist</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
    <message>
        <source>How the export would be better</source>
        <translation>Wie der Export besser würde</translation>
    </message>
    <message>
        <source>Checking the export</source>
        <translation>Export wird geprüft</translation>
    </message>
    <message>
        <source>method, key, code</source>
        <translation>Methode, Schlüssel, Code</translation>
    </message>
    <message>
        <source>Nothing to check</source>
        <translation>Nichts zu prüfen</translation>
    </message>
    <message>
        <source>Export checks need a program or a record.</source>
        <translation>Exportprüfungen brauchen ein Programm oder einen Record.</translation>
    </message>
    <message>
        <source>Add the .pte or the ETRecord of the export.</source>
        <translation>Die .pte-Datei oder den ETRecord des Exports hinzufügen.</translation>
    </message>
    <message>
        <source>linear, verdict:wrong</source>
        <translation>linear, verdict:wrong</translation>
    </message>
    <message>
        <source>No call of this run has reference values to be held against, as where one delegate runs the whole method. The marks of the runs say whether calls are correct for their inputs.</source>
        <translation>Für keinen Aufruf dieses Laufs gibt es Referenzwerte, etwa wo ein Delegat die ganze Methode ausführt. Die Zeichen der Läufe sagen, ob Aufrufe für ihre Eingaben korrekt sind.</translation>
    </message>
    <message>
        <source>Own error</source>
        <translation>Eigener Fehler</translation>
    </message>
    <message>
        <source>× rounding</source>
        <translation>× Rundung</translation>
    </message>
    <message>
        <source>The call&apos;s own error in units of rounding, of those that are normal for its operator; the line in the bar is their limit</source>
        <translation>Der eigene Fehler des Aufrufs in Rundungseinheiten, im Verhältnis zu denen, die für seinen Operator normal sind; der Strich im Balken ist ihre Grenze</translation>
    </message>
    <message>
        <source>The delegate that computes the call, or the CPU</source>
        <translation>Das Delegat, das den Aufruf rechnet, oder die CPU</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Entry point, its cases and runs</source>
        <translation>Einstiegspunkt, seine Fälle und Läufe</translation>
    </message>
    <message>
        <source>Inputs → outputs</source>
        <translation>Eingaben → Ausgaben</translation>
    </message>
    <message>
        <source>Of the earliest stage; the tooltip has their types</source>
        <translation>Der frühesten Stufe; ihre Typen stehen im Tooltip</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Whether the files of the session belong together</source>
        <translation>Ob die Dateien der Sitzung zusammengehören</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>Reference against runtime values of this session</source>
        <translation>Referenz gegen Laufzeitwerte dieser Sitzung</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>Calls of its runs, each recomputed on the values that it read</source>
        <translation>Aufrufe ihrer Läufe, jeder auf den gelesenen Werten nachgerechnet</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>The likeliest token of both sides, at each position</source>
        <translation>Das wahrscheinlichste Token beider Seiten, an jeder Position</translation>
    </message>
    <message>
        <source>Buffers that the method writes, as a KV cache</source>
        <translation>Puffer, die die Methode schreibt, etwa ein KV-Cache</translation>
    </message>
    <message>
        <source>Export checks</source>
        <translation>Exportprüfungen</translation>
    </message>
    <message>
        <source>Reading problems</source>
        <translation>Probleme werden gelesen</translation>
    </message>
    <message>
        <source>severity, code, place</source>
        <translation>Schwere, Code, Ort</translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>Keine Probleme</translation>
    </message>
    <message>
        <source>Nothing that was read of these files is damaged or doubtful.</source>
        <translation>Nichts, was von diesen Dateien gelesen wurde, ist beschädigt oder zweifelhaft.</translation>
    </message>
    <message>
        <source>And the number in the method&apos;s list of delegates</source>
        <translation>Und die Nummer in der Delegate-Liste der Methode</translation>
    </message>
    <message>
        <source>Computes</source>
        <translation>Berechnet</translation>
    </message>
    <message>
        <source>What its first call runs: folded patterns and operators</source>
        <translation>Was der erste Aufruf ausführt: gefaltete Muster und Operatoren</translation>
    </message>
    <message>
        <source>Around what it computes</source>
        <translation>Um das, was es berechnet</translation>
    </message>
    <message>
        <source>Belongs</source>
        <translation>Gehört dazu</translation>
    </message>
    <message>
        <source>Following outputs from stage to stage</source>
        <translation>Ausgaben von Stufe zu Stufe verfolgen</translation>
    </message>
    <message>
        <source>edge, outputs:differs</source>
        <translation>edge, ausgaben:weicht ab</translation>
    </message>
    <message>
        <source>No stages to compare</source>
        <translation>Keine Stufen zu vergleichen</translation>
    </message>
    <message>
        <source>Graphs that can be computed are in an ETRecord; the session has none.</source>
        <translation>Graphen, die berechnet werden können, stehen in einem ETRecord; die Sitzung hat keinen.</translation>
    </message>
    <message>
        <source>Add the ETRecord of the export.</source>
        <translation>Den ETRecord des Exports hinzufügen.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>From one point of the way to the next, with the same inputs</source>
        <translation>Von einem Punkt des Wegs zum nächsten, mit denselben Eingaben</translation>
    </message>
    <message>
        <source>Whether rounding or quantisation explains how far they are apart</source>
        <translation>Ob Rundung oder Quantisierung erklärt, wie weit sie auseinanderliegen</translation>
    </message>
    <message>
        <source>SNR dB</source>
        <translation>SNR dB</translation>
    </message>
    <message>
        <source>Signal against the difference, of the worst output; more is better</source>
        <translation>Signal gegen die Differenz, der schlechtesten Ausgabe; mehr ist besser</translation>
    </message>
    <message>
        <source>First node that differs</source>
        <translation>Erster abweichender Knoten</translation>
    </message>
    <message>
        <source>By more than rounding explains</source>
        <translation>Um mehr, als Rundung erklärt</translation>
    </message>
    <message>
        <source>Nodes compared</source>
        <translation>Knoten verglichen</translation>
    </message>
    <message>
        <source>Of all nodes; outputs where a side has no nodes</source>
        <translation>Von allen Knoten; Ausgaben, wo eine Seite keine Knoten hat</translation>
    </message>
    <message>
        <source>What else is known of the step</source>
        <translation>Was sonst vom Schritt bekannt ist</translation>
    </message>
    <message>
        <source>Added: only in this session; removed: only in the other export, which was before</source>
        <translation>Hinzugekommen: nur in dieser Sitzung; entfernt: nur im anderen Export, der vorher war</translation>
    </message>
    <message>
        <source>Node path, weight or key; below it the one in this session, where that is another</source>
        <translation>Knotenpfad, Gewicht oder Schlüssel; darunter der in dieser Sitzung, wo er anders ist</translation>
    </message>
    <message>
        <source>Before → after; the tooltip has a line for each change</source>
        <translation>Vorher → nachher; der Tooltip hat eine Zeile für jede Änderung</translation>
    </message>
    <message>
        <source>Weights of one type and shape: largest |after − before|</source>
        <translation>Gewichte gleichen Typs und gleicher Form: größtes |nachher − vorher|</translation>
    </message>
    <message>
        <source>Of its calls in a run, at the median, and their share of the method&apos;s instructions</source>
        <translation>Seiner Aufrufe in einem Lauf, im Median, und ihr Anteil an den Instruktionen der Methode</translation>
    </message>
    <message>
        <source>Of a run, at the median, all its places together; the rows stand by it</source>
        <translation>Eines Laufs, im Median, an allen Stellen zusammen; danach stehen die Zeilen</translation>
    </message>
    <message>
        <source>Of the time of all instructions of its own method</source>
        <translation>An der Zeit aller Instruktionen der eigenen Methode</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>By its number</source>
        <translation>Nach ihrer Nummer</translation>
    </message>
    <message>
        <source>Became</source>
        <translation>Wurde</translation>
    </message>
    <message>
        <source>By the share of the cases that agree with the references</source>
        <translation>Nach dem Anteil der Fälle, die mit den Referenzen übereinstimmen</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>Against the references of the other export</source>
        <translation>Gegen die Referenzen des anderen Exports</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>Against the references of this session</source>
        <translation>Gegen die Referenzen dieser Sitzung</translation>
    </message>
    <message>
        <source>Largest |after − before| of all cases</source>
        <translation>Größtes |nachher − vorher| aller Fälle</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Of the whole export, of memory, or of a method</source>
        <translation>Vom ganzen Export, vom Speicher oder von einer Methode</translation>
    </message>
    <message>
        <source>Of the other export</source>
        <translation>Vom anderen Export</translation>
    </message>
    <message>
        <source>Of this session</source>
        <translation>Von dieser Sitzung</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>After against before</source>
        <translation>Nachher gegen vorher</translation>
    </message>
    <message>
        <source>The file that holds it</source>
        <translation>Die Datei, die es enthält</translation>
    </message>
    <message>
        <source>Computing the graph in ways that must agree</source>
        <translation>Der Graph wird auf Wegen berechnet, die übereinstimmen müssen</translation>
    </message>
    <message>
        <source>chunks, disagree</source>
        <translation>Stücke, uneins</translation>
    </message>
    <message>
        <source>Nothing to hold a model against itself</source>
        <translation>Nichts, um ein Modell an sich selbst zu messen</translation>
    </message>
    <message>
        <source>What must agree</source>
        <translation>Was übereinstimmen muss</translation>
    </message>
    <message>
        <source>Two ways to compute the same, with no reference</source>
        <translation>Zwei Wege, dasselbe zu berechnen, ohne Referenz</translation>
    </message>
    <message>
        <source>Says</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Whether both ways gave the same but for rounding</source>
        <translation>Ob beide Wege bis auf Rundung dasselbe ergaben</translation>
    </message>
    <message>
        <source>Ways</source>
        <translation>Wege</translation>
    </message>
    <message>
        <source>What was computed; of those that disagree the first</source>
        <translation>Was berechnet wurde; von uneinigen die ersten</translation>
    </message>
    <message>
        <source>Largest difference of an element of an output</source>
        <translation>Größte Abweichung eines Elements einer Ausgabe</translation>
    </message>
    <message>
        <source>Rounding</source>
        <translation>Rundung</translation>
    </message>
    <message>
        <source>What rounding may do to both ways there</source>
        <translation>Was Rundung dort an beiden Wegen ändern darf</translation>
    </message>
    <message>
        <source>Between both ways</source>
        <translation>Zwischen beiden Wegen</translation>
    </message>
    <message>
        <source>The line that made the node</source>
        <translation>Die Zeile, die den Knoten erzeugte</translation>
    </message>
    <message>
        <source>What was found, or why it was not asked</source>
        <translation>Was gefunden wurde, oder warum nicht gefragt wurde</translation>
    </message>
    <message>
        <source>Checking the conversation</source>
        <translation>Das Gespräch wird geprüft</translation>
    </message>
    <message>
        <source>call 12, wrong</source>
        <translation>Aufruf 12, falsch</translation>
    </message>
    <message>
        <source>No conversation</source>
        <translation>Kein Gespräch</translation>
    </message>
    <message>
        <source>A trace says what a runner really did: text, images, ids, and every call in order.</source>
        <translation>Eine Aufzeichnung sagt, was ein Runner wirklich tat: Text, Bilder, IDs und jeden Aufruf der Reihe nach.</translation>
    </message>
    <message>
        <source>Add trace.jsonl: etscope.trace() in Python writes it, or etscope_trace.h in a runner of your own.</source>
        <translation>Fügen Sie trace.jsonl hinzu: etscope.trace() in Python schreibt es, oder etscope_trace.h in einem eigenen Runner.</translation>
    </message>
    <message>
        <source>A check, and under it where something is wrong</source>
        <translation>Eine Prüfung, und darunter, wo etwas falsch ist</translation>
    </message>
    <message>
        <source>Whether all that could be looked at is right</source>
        <translation>Ob alles, was angesehen werden konnte, richtig ist</translation>
    </message>
    <message>
        <source>Looked at</source>
        <translation>Angesehen</translation>
    </message>
    <message>
        <source>Lines, calls or values that it was made for</source>
        <translation>Zeilen, Aufrufe oder Werte, für die sie gemacht wurde</translation>
    </message>
    <message>
        <source>What is wrong, or why it is not known</source>
        <translation>Was falsch ist, oder warum es nicht bekannt ist</translation>
    </message>
    <message>
        <source>What proves it</source>
        <translation>Was es beweist</translation>
    </message>
    <message>
        <source>On the runtime</source>
        <translation>Auf der Laufzeit</translation>
    </message>
    <message>
        <source>What the program gives for the same ways, where it was executed</source>
        <translation>Was das Programm auf denselben Wegen liefert, wo es ausgeführt wurde</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Remedy</source>
        <translation>Abhilfe</translation>
    </message>
    <message>
        <source>What is changed of the export</source>
        <translation>Was am Export geändert wird</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Of all outputs, lowered and run that way</source>
        <translation>Aller Ausgaben, so abgesenkt und ausgeführt</translation>
    </message>
    <message>
        <source>Of the program, against the export as it is</source>
        <translation>Des Programms, gegenüber dem Export, wie er ist</translation>
    </message>
    <message>
        <source>On CPU</source>
        <translation>Auf der CPU</translation>
    </message>
    <message>
        <source>Calls of operators outside delegates, against the export as it is</source>
        <translation>Aufrufe von Operatoren außerhalb von Delegaten, gegenüber dem Export, wie er ist</translation>
    </message>
    <message>
        <source>Delegate calls</source>
        <translation>Delegatenaufrufe</translation>
    </message>
    <message>
        <source>Against the export as it is</source>
        <translation>Gegenüber dem Export, wie er ist</translation>
    </message>
    <message>
        <source>Of a run at the median, against the export as it is</source>
        <translation>Eines Laufs im Median, gegenüber dem Export, wie er ist</translation>
    </message>
    <message>
        <source>Modules whose weights have one scheme</source>
        <translation>Module, deren Gewichte ein Schema haben</translation>
    </message>
    <message>
        <source>×</source>
        <translation>×</translation>
    </message>
    <message>
        <source>Weights of the row</source>
        <translation>Gewichte der Zeile</translation>
    </message>
    <message>
        <source>What the outputs are apart by when these weights alone are kept so: KL in nats, else decibels of signal over noise; a click chooses it</source>
        <translation>Wie weit die Ausgaben auseinander liegen, wenn allein diese Gewichte so gehalten werden: KL in nat, sonst Dezibel von Signal zu Rauschen; ein Klick wählt es</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>Gewählt</translation>
    </message>
    <message>
        <source>The scheme in the set in view</source>
        <translation>Das Schema im gezeigten Satz</translation>
    </message>
    <message>
        <source>Of these weights with that scheme</source>
        <translation>Dieser Gewichte mit diesem Schema</translation>
    </message>
    <message>
        <source>By its path; where no file tells it, stage and node of the operator that takes the weight</source>
        <translation>Nach seinem Pfad; wo keine Datei ihn nennt, Stufe und Knoten des Operators, der das Gewicht nimmt</translation>
    </message>
    <message>
        <source>Of the operator that takes the weight</source>
        <translation>Des Operators, der das Gewicht nimmt</translation>
    </message>
    <message>
        <source>Whether the weight is kept otherwise</source>
        <translation>Ob das Gewicht anders gehalten wird</translation>
    </message>
    <message>
        <source>Scheme of the largest weight of the module in the other export</source>
        <translation>Verfahren des größten Gewichts des Moduls im anderen Export</translation>
    </message>
    <message>
        <source>The same in this session</source>
        <translation>Dasselbe in dieser Sitzung</translation>
    </message>
    <message>
        <source>Bytes before</source>
        <translation>Bytes vorher</translation>
    </message>
    <message>
        <source>That the program stores for the module</source>
        <translation>Die das Programm für das Modul speichert</translation>
    </message>
    <message>
        <source>Bytes after</source>
        <translation>Bytes nachher</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
</context>
<context>
    <name>Command</name>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Named data</source>
        <translation>Benannte Daten</translation>
    </message>
    <message>
        <source>Delegates</source>
        <translation>Delegates</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>Größen</translation>
    </message>
    <message>
        <source>Quantisation</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Pan to the left</source>
        <translation>Nach links schieben</translation>
    </message>
    <message>
        <source>Pan to the right</source>
        <translation>Nach rechts schieben</translation>
    </message>
    <message>
        <source>Fit all</source>
        <translation>Alles einpassen</translation>
    </message>
    <message>
        <source>Measure from here to the pointer</source>
        <translation>Von hier bis zum Zeiger messen</translation>
    </message>
    <message>
        <source>Next item</source>
        <translation>Nächster Eintrag</translation>
    </message>
    <message>
        <source>Previous item</source>
        <translation>Voriger Eintrag</translation>
    </message>
    <message>
        <source>First item</source>
        <translation>Erster Eintrag</translation>
    </message>
    <message>
        <source>Last item</source>
        <translation>Letzter Eintrag</translation>
    </message>
    <message>
        <source>Select the current item</source>
        <translation>Aktuellen Eintrag auswählen</translation>
    </message>
    <message>
        <source>Next NaN or Inf</source>
        <translation>Nächstes NaN oder Inf</translation>
    </message>
    <message>
        <source>Previous NaN or Inf</source>
        <translation>Voriges NaN oder Inf</translation>
    </message>
    <message>
        <source>Previous slice</source>
        <translation>Vorige Schicht</translation>
    </message>
    <message>
        <source>Next slice</source>
        <translation>Nächste Schicht</translation>
    </message>
    <message>
        <source>Go to index</source>
        <translation>Gehe zu Index</translation>
    </message>
    <message>
        <source>To the first column</source>
        <translation>Zur ersten Spalte</translation>
    </message>
    <message>
        <source>To the last column</source>
        <translation>Zur letzten Spalte</translation>
    </message>
    <message>
        <source>To the first row</source>
        <translation>Zur ersten Zeile</translation>
    </message>
    <message>
        <source>To the last row</source>
        <translation>Zur letzten Zeile</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;New window</source>
        <translation>&amp;Neues Fenster</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>&amp;Add files…</source>
        <translation>Dateien &amp;hinzufügen…</translation>
    </message>
    <message>
        <source>Co&amp;mpare with another export…</source>
        <translation>Mit anderem Export &amp;vergleichen…</translation>
    </message>
    <message>
        <source>Stop comparin&amp;g</source>
        <translation>Ver&amp;gleich beenden</translation>
    </message>
    <message>
        <source>Open sam&amp;ple session</source>
        <translation>Beis&amp;piel öffnen</translation>
    </message>
    <message>
        <source>Re&amp;load</source>
        <translation>Neu &amp;laden</translation>
    </message>
    <message>
        <source>&amp;Export this page…</source>
        <translation>Seite &amp;exportieren…</translation>
    </message>
    <message>
        <source>&amp;Save session…</source>
        <translation>Sitzung &amp;speichern…</translation>
    </message>
    <message>
        <source>No&amp;tes of this session…</source>
        <translation>No&amp;tizen zur Sitzung…</translation>
    </message>
    <message>
        <source>&amp;Close session</source>
        <translation>Sitzung s&amp;chließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Edit/&amp;Copy as</source>
        <translation>&amp;Bearbeiten/&amp;Kopieren als</translation>
    </message>
    <message>
        <source>&amp;Link</source>
        <translation>&amp;Link</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>&amp;Adresse</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;JSON</source>
        <translation>&amp;JSON</translation>
    </message>
    <message>
        <source>&amp;Go to the copied link or address</source>
        <translation>&amp;Zum kopierten Link oder zur Adresse</translation>
    </message>
    <message>
        <source>&amp;Find in page</source>
        <translation>Auf der Seite &amp;suchen</translation>
    </message>
    <message>
        <source>&amp;Next match</source>
        <translation>&amp;Nächster Treffer</translation>
    </message>
    <message>
        <source>&amp;Previous match</source>
        <translation>&amp;Voriger Treffer</translation>
    </message>
    <message>
        <source>&amp;Save this query</source>
        <translation>Suche &amp;merken</translation>
    </message>
    <message>
        <source>Saved &amp;queries…</source>
        <translation>&amp;Gemerkte Suchen…</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;View/&amp;Theme</source>
        <translation>&amp;Ansicht/&amp;Farben</translation>
    </message>
    <message>
        <source>&amp;Outline</source>
        <translation>&amp;Gliederung</translation>
    </message>
    <message>
        <source>&amp;Bottom dock</source>
        <translation>&amp;Unteres Dock</translation>
    </message>
    <message>
        <source>Another &amp;graph beside</source>
        <translation>Weiterer Grap&amp;h daneben</translation>
    </message>
    <message>
        <source>&amp;Default layout</source>
        <translation>&amp;Standardanordnung</translation>
    </message>
    <message>
        <source>&amp;Next area</source>
        <translation>&amp;Nächster Bereich</translation>
    </message>
    <message>
        <source>&amp;Previous area</source>
        <translation>V&amp;origer Bereich</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>&amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <translation>Hoher &amp;Kontrast</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Vergleich</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>&amp;Werkzeuge</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>&amp;Vorwärts</translation>
    </message>
    <message>
        <source>&amp;Go to address…</source>
        <translation>Zu &amp;Adresse gehen…</translation>
    </message>
    <message>
        <source>Mar&amp;k or unmark the selection</source>
        <translation>Lesezeichen setzen oder &amp;entfernen</translation>
    </message>
    <message>
        <source>B&amp;ookmarks…</source>
        <translation>&amp;Lesezeichen…</translation>
    </message>
    <message>
        <source>&amp;Method</source>
        <translation>&amp;Methode</translation>
    </message>
    <message>
        <source>&amp;Stage</source>
        <translation>&amp;Stufe</translation>
    </message>
    <message>
        <source>O&amp;verlay</source>
        <translation>&amp;Overlay</translation>
    </message>
    <message>
        <source>&amp;Next difference</source>
        <translation>&amp;Nächster Unterschied</translation>
    </message>
    <message>
        <source>&amp;Previous difference</source>
        <translation>&amp;Voriger Unterschied</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>&amp;Befehle…</translation>
    </message>
    <message>
        <source>C&amp;ancel running jobs</source>
        <translation>&amp;Laufende Aufgaben abbrechen</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>&amp;Tasten</translation>
    </message>
    <message>
        <source>&amp;Go/&amp;Page</source>
        <translation>&amp;Gehe zu/Se&amp;ite</translation>
    </message>
    <message>
        <source>&amp;View/&amp;Language</source>
        <translation>&amp;Ansicht/S&amp;prache</translation>
    </message>
    <message>
        <source>Trace up</source>
        <translation>Aufwärts verfolgen</translation>
    </message>
    <message>
        <source>Trace up, a step more</source>
        <translation>Aufwärts verfolgen, einen Schritt weiter</translation>
    </message>
    <message>
        <source>Trace down, a step more</source>
        <translation>Abwärts verfolgen, einen Schritt weiter</translation>
    </message>
    <message>
        <source>Trace down</source>
        <translation>Abwärts verfolgen</translation>
    </message>
    <message>
        <source>Isolate</source>
        <translation>Isolieren</translation>
    </message>
    <message>
        <source>Ways from the last selection</source>
        <translation>Wege von der letzten Auswahl</translation>
    </message>
    <message>
        <source>Only what matches the search</source>
        <translation>Nur was die Suche findet</translation>
    </message>
    <message>
        <source>End the trace</source>
        <translation>Verfolgung beenden</translation>
    </message>
    <message>
        <source>Expand or collapse</source>
        <translation>Öffnen oder schließen</translation>
    </message>
    <message>
        <source>Expand all inside</source>
        <translation>Alles darin öffnen</translation>
    </message>
    <message>
        <source>Collapse all inside</source>
        <translation>Alles darin schließen</translation>
    </message>
    <message>
        <source>Stubs ↔ edges</source>
        <translation>Stubs ↔ Kanten</translation>
    </message>
    <message>
        <source>Hide or show stubs</source>
        <translation>Stubs aus- oder einblenden</translation>
    </message>
    <message>
        <source>Hide or show getitem and no-ops</source>
        <translation>getitem und No-ops aus- oder einblenden</translation>
    </message>
    <message>
        <source>Fold or show patterns</source>
        <translation>Muster falten oder zeigen</translation>
    </message>
    <message>
        <source>Fold or show the blocks like this one</source>
        <translation>Blöcke wie diesen falten oder zeigen</translation>
    </message>
    <message>
        <source>Next block like this one</source>
        <translation>Nächster Block wie dieser</translation>
    </message>
    <message>
        <source>Top down or left to right</source>
        <translation>Von oben nach unten oder von links nach rechts</translation>
    </message>
    <message>
        <source>Another graph beside this one</source>
        <translation>Weiterer Graph neben diesem</translation>
    </message>
    <message>
        <source>Fit the selection</source>
        <translation>Auswahl einpassen</translation>
    </message>
    <message>
        <source>Bring the selection into the middle</source>
        <translation>Auswahl in die Mitte holen</translation>
    </message>
    <message>
        <source>Zoom to 100 %</source>
        <translation>Auf 100 % vergrößern</translation>
    </message>
    <message>
        <source>Show or hide map and legend</source>
        <translation>Karte und Legende ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Select the producer, or what is above</source>
        <translation>Erzeuger auswählen, oder was darüber liegt</translation>
    </message>
    <message>
        <source>Select a consumer, or what is below</source>
        <translation>Verbraucher auswählen, oder was darunter liegt</translation>
    </message>
    <message>
        <source>Select what is at the left</source>
        <translation>Auswählen, was links liegt</translation>
    </message>
    <message>
        <source>Select what is at the right</source>
        <translation>Auswählen, was rechts liegt</translation>
    </message>
    <message>
        <source>Select the module around</source>
        <translation>Umgebendes Modul auswählen</translation>
    </message>
    <message>
        <source>&amp;English</source>
        <translation>&amp;English</translation>
    </message>
    <message>
        <source>&amp;Deutsch</source>
        <translation>&amp;Deutsch</translation>
    </message>
    <message>
        <source>Running &amp;jobs…</source>
        <translation>Laufende &amp;Jobs…</translation>
    </message>
    <message>
        <source>&amp;Python script for reference values</source>
        <translation>&amp;Python-Skript für Referenzwerte</translation>
    </message>
    <message>
        <source>Unfold the row</source>
        <translation>Zeile aufklappen</translation>
    </message>
    <message>
        <source>Fold the row</source>
        <translation>Zeile einklappen</translation>
    </message>
    <message>
        <source>Unfold all rows</source>
        <translation>Alle Zeilen aufklappen</translation>
    </message>
    <message>
        <source>Fold all rows</source>
        <translation>Alle Zeilen einklappen</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Open &amp;folder…</source>
        <translation>&amp;Ordner öffnen…</translation>
    </message>
    <message>
        <source>&amp;Swap before and after</source>
        <translation>Vorher und nachher &amp;tauschen</translation>
    </message>
    <message>
        <source>Compare &amp;values of the operator</source>
        <translation>&amp;Werte des Operators vergleichen</translation>
    </message>
    <message>
        <source>E&amp;xport report…</source>
        <translation>Be&amp;richt exportieren…</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>Es ist nichts geöffnet.</translation>
    </message>
    <message>
        <source>There is no record whose graph could be computed.</source>
        <translation>Es gibt keinen Record, dessen Graph berechnet werden könnte.</translation>
    </message>
    <message>
        <source>Select an operator.</source>
        <translation>Einen Operator auswählen.</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>Es ist nichts ausgewählt.</translation>
    </message>
    <message>
        <source>No other export is open.</source>
        <translation>Es ist kein anderer Export geöffnet.</translation>
    </message>
    <message>
        <source>The sample is not installed.</source>
        <translation>Das Beispiel ist nicht installiert.</translation>
    </message>
    <message>
        <source>Type a query first.</source>
        <translation>Zuerst eine Suche eingeben.</translation>
    </message>
    <message>
        <source>Nothing is copied.</source>
        <translation>Es ist nichts kopiert.</translation>
    </message>
    <message>
        <source>This is the first place.</source>
        <translation>Das ist die erste Stelle.</translation>
    </message>
    <message>
        <source>This is the last place.</source>
        <translation>Das ist die letzte Stelle.</translation>
    </message>
    <message>
        <source>Nothing is running.</source>
        <translation>Es läuft nichts.</translation>
    </message>
    <message>
        <source>&amp;Next view</source>
        <translation>&amp;Nächste Ansicht</translation>
    </message>
    <message>
        <source>&amp;Verdict</source>
        <translation>&amp;Urteil</translation>
    </message>
    <message>
        <source>Mo&amp;del</source>
        <translation>Mo&amp;dell</translation>
    </message>
    <message>
        <source>&amp;Correctness</source>
        <translation>&amp;Richtigkeit</translation>
    </message>
    <message>
        <source>C&amp;ost</source>
        <translation>K&amp;osten</translation>
    </message>
    <message>
        <source>C&amp;hanges</source>
        <translation>Ä&amp;nderungen</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Verknüpfungen</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>CPU fallback</source>
        <translation>Auf der CPU</translation>
    </message>
    <message>
        <source>&amp;Go/&amp;Question</source>
        <translation>&amp;Gehe zu/&amp;Frage</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>S&amp;election</source>
        <translation>A&amp;uswahl</translation>
    </message>
    <message>
        <source>Export checks</source>
        <translation>Exportprüfungen</translation>
    </message>
    <message>
        <source>Layers × steps</source>
        <translation>Schichten × Schritte</translation>
    </message>
    <message>
        <source>&amp;Go/Vi&amp;ew of the question</source>
        <translation>&amp;Gehe zu/&amp;Ansicht der Frage</translation>
    </message>
    <message>
        <source>Select a file.</source>
        <translation>Eine Datei auswählen.</translation>
    </message>
    <message>
        <source>Remo&amp;ve file from session</source>
        <translation>Datei aus der Sitzung ent&amp;fernen</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>By meaning</source>
        <translation>Nach Bedeutung</translation>
    </message>
    <message>
        <source>By node</source>
        <translation>Nach Knoten</translation>
    </message>
    <message>
        <source>Extract call…</source>
        <translation>Aufruf herausziehen…</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>&amp;First view</source>
        <translation>&amp;Erste Ansicht</translation>
    </message>
    <message>
        <source>&amp;Second view</source>
        <translation>&amp;Zweite Ansicht</translation>
    </message>
    <message>
        <source>&amp;Third view</source>
        <translation>&amp;Dritte Ansicht</translation>
    </message>
    <message>
        <source>F&amp;ourth view</source>
        <translation>&amp;Vierte Ansicht</translation>
    </message>
    <message>
        <source>F&amp;ifth view</source>
        <translation>&amp;Fünfte Ansicht</translation>
    </message>
    <message>
        <source>Si&amp;xth view</source>
        <translation>&amp;Sechste Ansicht</translation>
    </message>
    <message>
        <source>Se&amp;venth view</source>
        <translation>S&amp;iebte Ansicht</translation>
    </message>
    <message>
        <source>No program is open.</source>
        <translation>Kein Programm ist geöffnet.</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>Ausfüh&amp;ren</translation>
    </message>
    <message>
        <source>&amp;Run program…</source>
        <translation>P&amp;rogramm ausführen…</translation>
    </message>
    <message>
        <source>Consistency</source>
        <translation>Konsistenz</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>&amp;Shrink…</source>
        <translation>&amp;Verkleinern…</translation>
    </message>
    <message>
        <source>&amp;Mend…</source>
        <translation>&amp;Beheben…</translation>
    </message>
    <message>
        <source>Shrink and mend</source>
        <translation>Verkleinern und beheben</translation>
    </message>
    <message>
        <source>Quantisation advisor</source>
        <translation>Berater der Quantisierung</translation>
    </message>
    <message>
        <source>Schemes</source>
        <translation>Verfahren</translation>
    </message>
</context>
<context>
    <name>FileKind</name>
    <message>
        <source>ETRecord</source>
        <translation>ETRecord</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>External data</source>
        <translation>Externe Daten</translation>
    </message>
    <message>
        <source>Bundled program</source>
        <translation>Bundled Program</translation>
    </message>
    <message>
        <source>ETDump</source>
        <translation>ETDump</translation>
    </message>
    <message>
        <source>Debug buffer</source>
        <translation>Debug-Puffer</translation>
    </message>
    <message>
        <source>Exported program</source>
        <translation>Exportiertes Programm</translation>
    </message>
    <message>
        <source>torch.save</source>
        <translation>torch.save</translation>
    </message>
    <message>
        <source>npy array</source>
        <translation>npy-Array</translation>
    </message>
    <message>
        <source>npz arrays</source>
        <translation>npz-Arrays</translation>
    </message>
    <message>
        <source>safetensors</source>
        <translation>safetensors</translation>
    </message>
    <message>
        <source>Native payload</source>
        <translation>Native Payload</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Tokenizer</source>
        <translation>Tokenizer</translation>
    </message>
    <message>
        <source>Memory map</source>
        <translation>Speicherkarte</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>Trace</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>Metric</name>
    <message>
        <source>mismatched</source>
        <translation>außerhalb</translation>
    </message>
    <message>
        <source>elements beyond the tolerance</source>
        <translation>Elemente außerhalb der Toleranz</translation>
    </message>
    <message>
        <source>max |d|</source>
        <translation>max |d|</translation>
    </message>
    <message>
        <source>largest |runtime − reference|</source>
        <translation>größtes |Laufzeit − Referenz|</translation>
    </message>
    <message>
        <source>max relative</source>
        <translation>max relativ</translation>
    </message>
    <message>
        <source>largest |runtime − reference| ∕ |reference|</source>
        <translation>größtes |Laufzeit − Referenz| ∕ |Referenz|</translation>
    </message>
    <message>
        <source>SNR, dB</source>
        <translation>SNR, dB</translation>
    </message>
    <message>
        <source>signal to noise: 10 lg (Σ reference² ∕ Σ d²)</source>
        <translation>Signal zu Rauschen: 10 lg (Σ Referenz² ∕ Σ d²)</translation>
    </message>
    <message>
        <source>PSNR, dB</source>
        <translation>PSNR, dB</translation>
    </message>
    <message>
        <source>the same, of the range of the reference</source>
        <translation>dasselbe, vom Wertebereich der Referenz</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>of the angle between both sides</source>
        <translation>des Winkels zwischen beiden Seiten</translation>
    </message>
    <message>
        <source>argmax agrees</source>
        <translation>argmax gleich</translation>
    </message>
    <message>
        <source>share of rows whose largest element is at the same place</source>
        <translation>Anteil der Zeilen, deren größtes Element an derselben Stelle steht</translation>
    </message>
    <message>
        <source>top-5 overlap</source>
        <translation>Überlappung der Top 5</translation>
    </message>
    <message>
        <source>share of rows whose largest element is among the 5 largest of the runtime</source>
        <translation>Anteil der Zeilen, deren größtes Element unter den 5 größten der Laufzeit ist</translation>
    </message>
    <message>
        <source>in the top 10</source>
        <translation>unter den ersten 10</translation>
    </message>
    <message>
        <source>share of rows whose largest element is among the 10 largest of the runtime</source>
        <translation>Anteil der Zeilen, deren größtes Element unter den 10 größten der Laufzeit ist</translation>
    </message>
    <message>
        <source>KL divergence, nats</source>
        <translation>KL-Divergenz, nat</translation>
    </message>
    <message>
        <source>divergence of the softmax of rows, in the mean</source>
        <translation>Divergenz des Softmax der Zeilen, im Mittel</translation>
    </message>
    <message>
        <source>mean |d|</source>
        <translation>Mittel |d|</translation>
    </message>
    <message>
        <source>mean |runtime − reference|</source>
        <translation>Mittel |Laufzeit − Referenz|</translation>
    </message>
    <message>
        <source>RMSE</source>
        <translation>RMSE</translation>
    </message>
    <message>
        <source>square root of the mean of d²</source>
        <translation>Wurzel aus dem Mittel von d²</translation>
    </message>
    <message>
        <source>MSE</source>
        <translation>MSE</translation>
    </message>
    <message>
        <source>mean (runtime − reference)²</source>
        <translation>Mittel (Laufzeit − Referenz)²</translation>
    </message>
    <message>
        <source>L1</source>
        <translation>L1</translation>
    </message>
    <message>
        <source>Σ |runtime − reference|</source>
        <translation>Σ |Laufzeit − Referenz|</translation>
    </message>
    <message>
        <source>relative L2</source>
        <translation>relativ L2</translation>
    </message>
    <message>
        <source>‖d‖ ∕ ‖reference‖</source>
        <translation>‖d‖ ∕ ‖Referenz‖</translation>
    </message>
    <message>
        <source>max ULP distance</source>
        <translation>größter ULP-Abstand</translation>
    </message>
    <message>
        <source>most numbers of the type that lie between both sides</source>
        <translation>größte Zahl von Zahlen des Typs, die zwischen beiden Seiten liegen</translation>
    </message>
    <message>
        <source>sign flips</source>
        <translation>Vorzeichenwechsel</translation>
    </message>
    <message>
        <source>elements of the other sign</source>
        <translation>Elemente mit dem anderen Vorzeichen</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>elements that were compared</source>
        <translation>Elemente, die verglichen wurden</translation>
    </message>
    <message>
        <source>one side only</source>
        <translation>nur auf einer Seite</translation>
    </message>
    <message>
        <source>elements that are not finite on one side and other on the other</source>
        <translation>Elemente, die auf einer Seite nicht endlich sind und auf der anderen andere</translation>
    </message>
    <message>
        <source>NaN, reference</source>
        <translation>NaN, Referenz</translation>
    </message>
    <message>
        <source>NaN in the reference</source>
        <translation>NaN in der Referenz</translation>
    </message>
    <message>
        <source>NaN, runtime</source>
        <translation>NaN, Laufzeit</translation>
    </message>
    <message>
        <source>NaN at the runtime</source>
        <translation>NaN in der Laufzeit</translation>
    </message>
    <message>
        <source>∞, reference</source>
        <translation>∞, Referenz</translation>
    </message>
    <message>
        <source>infinities in the reference</source>
        <translation>Unendlich in der Referenz</translation>
    </message>
    <message>
        <source>∞, runtime</source>
        <translation>∞, Laufzeit</translation>
    </message>
    <message>
        <source>infinities at the runtime</source>
        <translation>Unendlich in der Laufzeit</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>Ähnlichkeit</translation>
    </message>
    <message>
        <source>Size of the error</source>
        <translation>Größe des Fehlers</translation>
    </message>
    <message>
        <source>Not finite</source>
        <translation>Nicht endlich</translation>
    </message>
</context>
<context>
    <name>OverlayMap</name>
    <message>
        <source>takes no weights</source>
        <translation>nimmt keine Gewichte</translation>
    </message>
    <message>
        <source>takes weights</source>
        <translation>nimmt Gewichte</translation>
    </message>
    <message>
        <source>Bytes of parameters, buffers and constants that an operator takes.</source>
        <translation>Bytes der Parameter, Puffer und Konstanten, die ein Operator nimmt.</translation>
    </message>
    <message>
        <source>not timed</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>timed</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>No run is known to be of this method: add an ETDump.</source>
        <translation>Von keinem Lauf ist bekannt, dass er zu dieser Methode gehört: ETDump hinzufügen.</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>nicht verglichen</translation>
    </message>
    <message>
        <source>compared</source>
        <translation>verglichen</translation>
    </message>
    <message>
        <source>‖runtime − reference‖ ∕ ‖reference‖, reference %1.</source>
        <translation>‖Laufzeit − Referenz‖ ∕ ‖Referenz‖, Referenz %1.</translation>
    </message>
    <message>
        <source>Nothing to compare: it needs a debug buffer and reference values of the nodes.</source>
        <translation>Nichts zu vergleichen: nötig sind ein Debug-Puffer und Referenzwerte der Knoten.</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>kein Wert</translation>
    </message>
    <message>
        <source>Drop a CSV or JSON file on the graph: node, debug_handle or instruction, and a value.</source>
        <translation>CSV- oder JSON-Datei auf den Graphen ziehen: node, debug_handle oder instruction und ein Wert.</translation>
    </message>
    <message>
        <source>has a value</source>
        <translation>hat einen Wert</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n node(s) have a value.</source>
        <translation>
            <numerusform>%1 von %n Knoten hat einen Wert.</numerusform>
            <numerusform>%1 von %n Knoten haben einen Wert.</numerusform>
        </translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>delegation</source>
        <translation>Delegation</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>weight bytes</source>
        <translation>Gewichtsbytes</translation>
    </message>
    <message>
        <source>value type</source>
        <translation>Werttyp</translation>
    </message>
    <message>
        <source>module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>values of a file</source>
        <translation>Werte einer Datei</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>outside of them</source>
        <translation>außerhalb davon</translation>
    </message>
    <message>
        <source>further modules</source>
        <translation>weitere Module</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Neither a program nor a record tells what runs this stage.</source>
        <translation>Weder ein Programm noch ein Record sagt, was diese Stufe ausführt.</translation>
    </message>
    <message>
        <source>native graph</source>
        <translation>nativer Graph</translation>
    </message>
    <message>
        <source>The file is a graph of a backend: nothing runs outside it.</source>
        <translation>Die Datei ist ein Graph eines Backends: nichts läuft außerhalb davon.</translation>
    </message>
    <message>
        <source>CPU kernel</source>
        <translation>CPU-Kernel</translation>
    </message>
    <message>
        <source>in no delegate of this stage</source>
        <translation>in keinem Delegate dieser Stufe</translation>
    </message>
    <message>
        <source>The program has no delegates.</source>
        <translation>Das Programm hat keine Delegates.</translation>
    </message>
    <message>
        <source>Number: the delegate.</source>
        <translation>Zahl: das Delegate.</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>delegate</source>
        <translation>Delegate</translation>
    </message>
    <message>
        <source>Run %1.</source>
        <translation>Lauf %1.</translation>
    </message>
    <message>
        <source>What each call did itself; unknown: not recorded or not evaluated. Reference: %1.</source>
        <translation>Was jeder Aufruf selbst tat; nicht bekannt: nicht aufgezeichnet oder nicht berechnet. Referenz: %1.</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>Median over the runs of the ETDump. The time of a delegate call stands at the first of its nodes.</source>
        <translation>Median über die Läufe des ETDumps. Die Zeit eines Delegate-Aufrufs steht am ersten seiner Knoten.</translation>
    </message>
    <message>
        <source>first %1</source>
        <translation>erster %1</translation>
    </message>
    <message>
        <source>at fault</source>
        <translation>schuld</translation>
    </message>
    <message>
        <source>Number: the delegate (+: and others). Left bar: family.</source>
        <translation>Zahl: das Delegate (+: und weitere). Linker Balken: Familie.</translation>
    </message>
    <message>
        <source>Only a program (.pte) has numbers of delegates and proves what runs outside them.</source>
        <translation>Nur ein Programm (.pte) hat Nummern von Delegates und beweist, was außerhalb von ihnen läuft.</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message numerus="yes">
        <source>%1, %n node(s)</source>
        <translation>
            <numerusform>%1, %n Knoten</numerusform>
            <numerusform>%1, %n Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>residual</source>
        <translation>Residual</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-Cache</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>Listing of %1</source>
        <translation>Listing von %1</translation>
    </message>
    <message>
        <source>Bytes of %1</source>
        <translation>Bytes von %1</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>%1 schließen</translation>
    </message>
    <message>
        <source>the picture is too wide</source>
        <translation>das Bild ist zu breit</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>.svg, .pdf, .png, .dot, .mmd or .json</source>
        <translation>.svg, .pdf, .png, .dot, .mmd oder .json</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n Knoten</numerusform>
            <numerusform>%n Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>the picture could not be drawn</source>
        <translation>das Bild konnte nicht gezeichnet werden</translation>
    </message>
    <message>
        <source>the picture would be %1 pixels high; .svg and .pdf have no such limit</source>
        <translation>das Bild wäre %1 Pixel hoch; .svg und .pdf haben keine solche Grenze</translation>
    </message>
    <message>
        <source>the name of the file must end in %1</source>
        <translation>der Name der Datei muss auf %1 enden</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>%1 at the same place</source>
        <translation>%1 an derselben Stelle</translation>
    </message>
    <message>
        <source>%1, %2 equal at another</source>
        <translation>%1, %2 gleich an einer anderen</translation>
    </message>
    <message>
        <source>its constants are not known: equal ones may be shared, too</source>
        <translation>ihre Konstanten sind nicht bekannt: auch gleiche könnten geteilt sein</translation>
    </message>
    <message>
        <source>what no other variant has</source>
        <translation>was keine andere Variante hat</translation>
    </message>
    <message>
        <source>at most: its constants are not known</source>
        <translation>höchstens: ihre Konstanten sind nicht bekannt</translation>
    </message>
    <message>
        <source>constants not known</source>
        <translation>Konstanten nicht bekannt</translation>
    </message>
    <message>
        <source>%1 equal (%2)</source>
        <translation>%1 gleich (%2)</translation>
    </message>
    <message>
        <source>%1 with other values (%2)</source>
        <translation>%1 mit anderen Werten (%2)</translation>
    </message>
    <message>
        <source>%1 only here (%2)</source>
        <translation>%1 nur hier (%2)</translation>
    </message>
    <message>
        <source>%1 only there (%2)</source>
        <translation>%1 nur dort (%2)</translation>
    </message>
    <message>
        <source>%1 not read</source>
        <translation>%1 nicht gelesen</translation>
    </message>
    <message>
        <source>no constants</source>
        <translation>keine Konstanten</translation>
    </message>
    <message>
        <source>constants: %1</source>
        <translation>Konstanten: %1</translation>
    </message>
    <message>
        <source>operators not known</source>
        <translation>Operatoren nicht bekannt</translation>
    </message>
    <message>
        <source>same operators</source>
        <translation>gleiche Operatoren</translation>
    </message>
    <message>
        <source>%1 %2 against %3</source>
        <translation>%1 %2 gegen %3</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>operators: %1</source>
        <translation>Operatoren: %1</translation>
    </message>
    <message>
        <source>same inputs</source>
        <translation>gleiche Eingaben</translation>
    </message>
    <message>
        <source>other inputs</source>
        <translation>andere Eingaben</translation>
    </message>
    <message>
        <source>against %1: %2</source>
        <translation>gegen %1: %2</translation>
    </message>
    <message>
        <source>the file itself</source>
        <translation>die Datei selbst</translation>
    </message>
    <message>
        <source>in
%1
out
%2</source>
        <translation>ein
%1
aus
%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %n variant(s)</source>
        <translation>
            <numerusform>%1 in %n Variante</numerusform>
            <numerusform>%1 in %n Varianten</numerusform>
        </translation>
    </message>
    <message>
        <source>its payload is %1</source>
        <translation>ihre Payload ist %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %n container(s)</source>
        <translation>
            <numerusform>%1 in %n Container</numerusform>
            <numerusform>%1 in %n Containern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n variant(s)</source>
        <translation>
            <numerusform>%n Variante</numerusform>
            <numerusform>%n Varianten</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 more are not listed</source>
        <translation>%1, %2 weitere sind nicht aufgeführt</translation>
    </message>
    <message>
        <source>Files of the export to compare with</source>
        <translation>Dateien des Exports, mit dem verglichen wird</translation>
    </message>
    <message>
        <source>module %1</source>
        <translation>Modul %1</translation>
    </message>
    <message>
        <source>same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>verschieden</translation>
    </message>
    <message>
        <source>only in this session</source>
        <translation>nur in dieser Sitzung</translation>
    </message>
    <message>
        <source>only in the other export</source>
        <translation>nur im anderen Export</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>delegates</source>
        <translation>Delegates</translation>
    </message>
    <message>
        <source>metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message numerus="yes">
        <source>%n difference(s) · %1 changed · %2 removed · %3 added</source>
        <translation>
            <numerusform>%n Unterschied · %1 geändert · %2 entfernt · %3 hinzugefügt</numerusform>
            <numerusform>%n Unterschiede · %1 geändert · %2 entfernt · %3 hinzugefügt</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>none: choose a run</source>
        <translation>keine: einen Lauf wählen</translation>
    </message>
    <message>
        <source>other shape</source>
        <translation>andere Form</translation>
    </message>
    <message>
        <source>no reference</source>
        <translation>keine Referenz</translation>
    </message>
    <message>
        <source>not logged</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>not comparable</source>
        <translation>nicht vergleichbar</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n call(s) compared · reference %2</source>
        <translation>
            <numerusform>%1 von %n Aufruf verglichen · Referenz %2</numerusform>
            <numerusform>%1 von %n Aufrufen verglichen · Referenz %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · run %2, whose shapes fit</source>
        <translation>%1 · Lauf %2, dessen Formen passen</translation>
    </message>
    <message numerus="yes">
        <source>one of %1 that %n instruction(s) share</source>
        <translation>
            <numerusform>einer von %1, die %n Instruktion gemeinsam hat</numerusform>
            <numerusform>einer von %1, die %n Instruktionen gemeinsam haben</numerusform>
        </translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>no ids from the backend</source>
        <translation>keine Nummern vom Backend</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>upper</source>
        <translation>obere</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>genau</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n Tensor</numerusform>
            <numerusform>%n Tensoren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n pair(s) run into each other while both are in use</source>
        <translation>
            <numerusform>%1 · %n Paar überlappt, während beide benutzt werden</numerusform>
            <numerusform>%1 · %n Paare überlappen, während beide benutzt werden</numerusform>
        </translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>case %1</source>
        <translation>Fall %1</translation>
    </message>
    <message numerus="yes">
        <source>%n graph(s)</source>
        <translation>
            <numerusform>%n Graph</numerusform>
            <numerusform>%n Graphen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n constant(s)</source>
        <translation>
            <numerusform>%n Konstante</numerusform>
            <numerusform>%n Konstanten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) inside</source>
        <translation>
            <numerusform>%n Datei darin</numerusform>
            <numerusform>%n Dateien darin</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 for %n method(s), %2</source>
        <translation>
            <numerusform>%1 für %n Methode, %2</numerusform>
            <numerusform>%1 für %n Methoden, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n case(s)</source>
        <translation>
            <numerusform>%n Fall</numerusform>
            <numerusform>%n Fälle</numerusform>
        </translation>
    </message>
    <message>
        <source>a program of %1</source>
        <translation>ein Programm von %1</translation>
    </message>
    <message>
        <source>no readable program</source>
        <translation>kein lesbares Programm</translation>
    </message>
    <message numerus="yes">
        <source>%n execution(s)</source>
        <translation>
            <numerusform>%n Ausführung</numerusform>
            <numerusform>%n Ausführungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n Ereignis</numerusform>
            <numerusform>%n Ereignisse</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n logged value(s)</source>
        <translation>
            <numerusform>%n aufgezeichneter Wert</numerusform>
            <numerusform>%n aufgezeichnete Werte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n edge program(s)</source>
        <translation>
            <numerusform>%n Edge-Programm</numerusform>
            <numerusform>%n Edge-Programme</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other stage(s)</source>
        <translation>
            <numerusform>%n andere Stufe</numerusform>
            <numerusform>%n andere Stufen</numerusform>
        </translation>
    </message>
    <message>
        <source>reference outputs</source>
        <translation>Referenzausgaben</translation>
    </message>
    <message numerus="yes">
        <source>its directory is missing; %n entry(ies) found by their own headers: %1</source>
        <translation>
            <numerusform>ihr Verzeichnis fehlt; %n Eintrag am eigenen Header gefunden: %1</numerusform>
            <numerusform>ihr Verzeichnis fehlt; %n Einträge an ihren eigenen Headern gefunden: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n zip entry(ies)</source>
        <translation>
            <numerusform>%n Zip-Eintrag</numerusform>
            <numerusform>%n Zip-Einträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n plan(s)</source>
        <translation>
            <numerusform>%n Plan</numerusform>
            <numerusform>%n Pläne</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s)</source>
        <translation>
            <numerusform>%n Segment</numerusform>
            <numerusform>%n Segmente</numerusform>
        </translation>
    </message>
    <message>
        <source>contents of logged values</source>
        <translation>Inhalte aufgezeichneter Werte</translation>
    </message>
    <message>
        <source>no known signature</source>
        <translation>keine bekannte Signatur</translation>
    </message>
    <message>
        <source>These files do not tell parameters from other constants.</source>
        <translation>Diese Dateien unterscheiden Parameter nicht von anderen Konstanten.</translation>
    </message>
    <message>
        <source>in part</source>
        <translation>teilweise</translation>
    </message>
    <message>
        <source>all</source>
        <translation>ganz</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>reading …</source>
        <translation>wird gelesen …</translation>
    </message>
    <message>
        <source>a guess: neither a type byte nor a known key decides</source>
        <translation>geraten: weder ein Typbyte noch ein bekannter Schlüssel entscheidet</translation>
    </message>
    <message>
        <source>or %1 %2</source>
        <translation>oder %1 %2</translation>
    </message>
    <message>
        <source>%1 (guess)</source>
        <translation>%1 (geraten)</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s)</source>
        <translation>
            <numerusform>%n Wert</numerusform>
            <numerusform>%n Werte</numerusform>
        </translation>
    </message>
    <message>
        <source>equal bytes; %1 saved, %2 could be</source>
        <translation>gleiche Bytes; %1 gespart, %2 könnten es sein</translation>
    </message>
    <message>
        <source>%1 answers the key</source>
        <translation>%1 beantwortet den Schlüssel</translation>
    </message>
    <message>
        <source>Show listing</source>
        <translation>Listing zeigen</translation>
    </message>
    <message>
        <source>Show bytes</source>
        <translation>Bytes zeigen</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n delegate(s) decoded</source>
        <translation>
            <numerusform>%1 von %n Delegate dekodiert</numerusform>
            <numerusform>%1 von %n Delegates dekodiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 at %n place(s)</source>
        <translation>
            <numerusform>%1 an %n Stelle</numerusform>
            <numerusform>%1 an %n Stellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n Operator</numerusform>
            <numerusform>%n Operatoren</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in a row</source>
        <translation>je %1</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>channel</source>
        <translation>Kanal</translation>
    </message>
    <message>
        <source>block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Use a point: %1</source>
        <translation>Bitte mit Punkt: %1</translation>
    </message>
    <message>
        <source>A tolerance is a number from 0 up, such as 0.001 or 1e-3</source>
        <translation>Eine Toleranz ist eine Zahl ab 0, etwa 0.001 oder 1e-3</translation>
    </message>
    <message>
        <source>%1.
Until then %2 is judged with.</source>
        <translation>%1.
Bis dahin wird mit %2 geurteilt.</translation>
    </message>
    <message>
        <source>%1 million</source>
        <translation>%1 Millionen</translation>
    </message>
    <message>
        <source>%1 billion</source>
        <translation>%1 Milliarden</translation>
    </message>
    <message>
        <source>the inputs of case %1</source>
        <translation>den Eingaben von Fall %1</translation>
    </message>
    <message>
        <source>the example inputs</source>
        <translation>den Beispieleingaben</translation>
    </message>
    <message>
        <source>computed from the %1 graph on %2</source>
        <translation>berechnet aus dem Graphen %1 auf %2</translation>
    </message>
    <message>
        <source>%1 operations</source>
        <translation>%1 Operationen</translation>
    </message>
    <message>
        <source>%1 of weights are read</source>
        <translation>%1 Gewichte werden gelesen</translation>
    </message>
    <message>
        <source>some sizes are not stated and not counted</source>
        <translation>einige Größen sind nicht angegeben und nicht gezählt</translation>
    </message>
    <message>
        <source>Not computed: %1. The values that the run logged there are taken instead; what follows is marked as restarted from the run.</source>
        <translation>Nicht berechnet: %1. Stattdessen werden dort die Werte genommen, die der Lauf aufgezeichnet hat; was folgt, ist als vom Lauf aus fortgesetzt gekennzeichnet.</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>üblich</translation>
    </message>
    <message>
        <source>unknown input</source>
        <translation>Eingabe unbekannt</translation>
    </message>
    <message>
        <source>not evaluated</source>
        <translation>nicht ausgewertet</translation>
    </message>
    <message>
        <source>not judged yet</source>
        <translation>noch nicht beurteilt</translation>
    </message>
    <message>
        <source>the call was not replayed</source>
        <translation>der Aufruf wurde nicht nachgerechnet</translation>
    </message>
    <message>
        <source>It reads state that no run logged</source>
        <translation>Er liest Zustand, den kein Lauf aufgezeichnet hat</translation>
    </message>
    <message>
        <source>not computed yet</source>
        <translation>noch nicht berechnet</translation>
    </message>
    <message>
        <source>restarted from the run</source>
        <translation>vom Lauf aus fortgesetzt</translation>
    </message>
    <message>
        <source>%1 · run %2</source>
        <translation>%1 · Lauf %2</translation>
    </message>
    <message>
        <source>+ %1 more</source>
        <translation>+ %1 weitere</translation>
    </message>
    <message numerus="yes">
        <source>%n instruction(s)</source>
        <translation>
            <numerusform>%n Instruktion</numerusform>
            <numerusform>%n Instruktionen</numerusform>
        </translation>
    </message>
    <message>
        <source>those of its cases</source>
        <translation>die seiner Fälle</translation>
    </message>
    <message>
        <source>those that the method was exported with</source>
        <translation>die, mit denen die Methode exportiert wurde</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Record</translation>
    </message>
    <message>
        <source>no file: an ETRecord (.etrecord) has the graph that is computed</source>
        <translation>keine Datei: ein ETRecord (.etrecord) hat den Graphen, der berechnet wird</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>no file: without a program (.pte) no call is judged by itself</source>
        <translation>keine Datei: ohne ein Programm (.pte) wird kein Aufruf für sich beurteilt</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>ETDump</source>
        <translation>ETDump</translation>
    </message>
    <message>
        <source>no file: run the program with an ETDump (.etdp)</source>
        <translation>keine Datei: das Programm mit einem ETDump (.etdp) ausführen</translation>
    </message>
    <message>
        <source>Debug buffer</source>
        <translation>Debug-Puffer</translation>
    </message>
    <message>
        <source>no file: give the ETDump a debug buffer, so that it logs values</source>
        <translation>keine Datei: dem ETDump einen Debug-Puffer geben, damit er Werte aufzeichnet</translation>
    </message>
    <message>
        <source>Reference values</source>
        <translation>Referenzwerte</translation>
    </message>
    <message numerus="yes">
        <source>%n thing(s) are missing to compare operators with what they should give.</source>
        <translation>
            <numerusform>%n Sache fehlt, um Operatoren mit dem zu vergleichen, was sie ergeben sollten.</numerusform>
            <numerusform>%n Sachen fehlen, um Operatoren mit dem zu vergleichen, was sie ergeben sollten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Add the missing files. Reference values are computed then, or come from a file: .npz, .safetensors or torch.save, keyed by node name or debug handle; or a second run is held against the first.</source>
        <translation>Die fehlenden Dateien hinzufügen. Referenzwerte werden dann berechnet oder kommen aus einer Datei: .npz, .safetensors oder torch.save, unter Knotennamen oder Debug-Handles; oder ein zweiter Lauf wird gegen den ersten gehalten.</translation>
    </message>
    <message>
        <source>One thing is missing: values to compare with</source>
        <translation>Eines fehlt: Werte, mit denen verglichen wird</translation>
    </message>
    <message>
        <source>No file of the session has reference values of %1. They can be computed from the edge graph of the record, without Python; nothing in the files is executed.</source>
        <translation>Keine Datei der Sitzung hat Referenzwerte von %1. Sie lassen sich aus dem Graphen edge des Records berechnen, ohne Python; nichts in den Dateien wird ausgeführt.</translation>
    </message>
    <message>
        <source>Compute reference</source>
        <translation>Referenz berechnen</translation>
    </message>
    <message>
        <source>They cannot be computed: %1</source>
        <translation>Sie lassen sich nicht berechnen: %1</translation>
    </message>
    <message numerus="yes">
        <source>+ %n more</source>
        <translation>
            <numerusform>+ %n weitere</numerusform>
            <numerusform>+ %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>cases %1 … %2</source>
        <translation>Fälle %1 … %2</translation>
    </message>
    <message>
        <source>in</source>
        <translation>ein</translation>
    </message>
    <message>
        <source>out</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>checking …</source>
        <translation>wird geprüft …</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>nicht verglichen</translation>
    </message>
    <message>
        <source>%1 of %2 differ</source>
        <translation>%1 von %2 abweichend</translation>
    </message>
    <message numerus="yes">
        <source>%n not finite</source>
        <translation>
            <numerusform>%n nicht endlich</numerusform>
            <numerusform>%n nicht endlich</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n match</source>
        <translation>
            <numerusform>%n passend</numerusform>
            <numerusform>%n passend</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 match</source>
        <translation>%1 von %2 passen</translation>
    </message>
    <message numerus="yes">
        <source>%n missing</source>
        <translation>
            <numerusform>%n fehlt</numerusform>
            <numerusform>%n fehlen</numerusform>
        </translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>no file tells</source>
        <translation>keine Datei sagt es</translation>
    </message>
    <message numerus="yes">
        <source>%n parameter(s)</source>
        <translation>
            <numerusform>%n Parameter</numerusform>
            <numerusform>%n Parameter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>belongs, %n constant(s) differ(s)</source>
        <translation>
            <numerusform>gehört dazu, %n Konstante weicht ab</numerusform>
            <numerusform>gehört dazu, %n Konstanten weichen ab</numerusform>
        </translation>
    </message>
    <message>
        <source>may belong</source>
        <translation>gehört vielleicht dazu</translation>
    </message>
    <message>
        <source>does not belong</source>
        <translation>gehört nicht dazu</translation>
    </message>
    <message>
        <source>nothing tells</source>
        <translation>nichts sagt es</translation>
    </message>
    <message>
        <source>No events of %1</source>
        <translation>Keine Ereignisse von %1</translation>
    </message>
    <message>
        <source>No run is known to be of this method.</source>
        <translation>Von keinem Lauf ist bekannt, dass er zu dieser Methode gehört.</translation>
    </message>
    <message>
        <source>Choose another method, or add the ETDump of a run of this one.</source>
        <translation>Eine andere Methode wählen oder das ETDump eines Laufs von dieser hinzufügen.</translation>
    </message>
    <message>
        <source>No memory plan</source>
        <translation>Kein Speicherplan</translation>
    </message>
    <message>
        <source>The program has no method %1.</source>
        <translation>Das Programm hat keine Methode %1.</translation>
    </message>
    <message>
        <source>The program puts no tensor of %1 into planned memory.</source>
        <translation>Das Programm legt keinen Tensor von %1 in geplanten Speicher.</translation>
    </message>
    <message>
        <source>No metadata</source>
        <translation>Keine Metadaten</translation>
    </message>
    <message>
        <source>Constant methods and metadata can be stored in a program (.pte) or in tensor data (.ptd). There are none in %1.</source>
        <translation>Konstante Methoden und Metadaten können in einem Programm (.pte) oder in Tensordaten (.ptd) stehen. In %1 sind keine.</translation>
    </message>
    <message>
        <source>No named data</source>
        <translation>Keine benannten Daten</translation>
    </message>
    <message>
        <source>There are no named data in %1.</source>
        <translation>In %1 sind keine benannten Daten.</translation>
    </message>
    <message>
        <source>No delegates</source>
        <translation>Keine Delegates</translation>
    </message>
    <message>
        <source>There are no delegates in %1: the kernels of the runtime run everything.</source>
        <translation>In %1 sind keine Delegates: alles führen die Kernel der Laufzeit aus.</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>Or by Python</source>
        <translation>Oder mit Python</translation>
    </message>
    <message>
        <source>a script for the environment of the export, which writes such a file with ExecuTorch</source>
        <translation>ein Skript für die Umgebung des Exports, das eine solche Datei mit ExecuTorch schreibt</translation>
    </message>
    <message>
        <source>Copy Python script</source>
        <translation>Python-Skript kopieren</translation>
    </message>
    <message>
        <source>%1 % of it</source>
        <translation>%1 % davon</translation>
    </message>
    <message>
        <source>call and copy</source>
        <translation>Aufruf und Kopieren</translation>
    </message>
    <message>
        <source>not measured inside</source>
        <translation>darin nicht gemessen</translation>
    </message>
    <message>
        <source>no node carries this handle</source>
        <translation>kein Knoten trägt dieses Handle</translation>
    </message>
    <message>
        <source>input %1</source>
        <translation>Eingabe %1</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>value %1</source>
        <translation>Wert %1</translation>
    </message>
    <message>
        <source>beyond its arena</source>
        <translation>über seine Arena hinaus</translation>
    </message>
    <message>
        <source>no known runner reads this key</source>
        <translation>kein bekannter Runner liest diesen Schlüssel</translation>
    </message>
    <message>
        <source>absent</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>no name</source>
        <translation>kein Name</translation>
    </message>
    <message>
        <source>key: %1</source>
        <translation>Schlüssel: %1</translation>
    </message>
    <message>
        <source>read by no method</source>
        <translation>von keiner Methode gelesen</translation>
    </message>
    <message>
        <source>the plan</source>
        <translation>der Plan</translation>
    </message>
    <message>
        <source>packed by the backend</source>
        <translation>vom Backend gepackt</translation>
    </message>
    <message>
        <source>%1 copies</source>
        <translation>%1 Kopien</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>geteilt</translation>
    </message>
    <message numerus="yes">
        <source>%n entries, %1; %2 with a name</source>
        <translation>
            <numerusform>%n Eintrag, %1; %2 mit Namen</numerusform>
            <numerusform>%n Einträge, %1; %2 mit Namen</numerusform>
        </translation>
    </message>
    <message>
        <source>no named data</source>
        <translation>keine benannten Daten</translation>
    </message>
    <message>
        <source>%1 · %2 %</source>
        <translation>%1 · %2 %</translation>
    </message>
    <message>
        <source>%1 % of %2</source>
        <translation>%1 % von %2</translation>
    </message>
    <message>
        <source>never called</source>
        <translation>nie gerufen</translation>
    </message>
    <message>
        <source>the time of all instructions</source>
        <translation>der Zeit aller Instruktionen</translation>
    </message>
    <message>
        <source>all delegates</source>
        <translation>allen Delegates</translation>
    </message>
    <message>
        <source>also %1</source>
        <translation>auch %1</translation>
    </message>
    <message>
        <source>%1 of %2 B accounted for, %3 unknown</source>
        <translation>%1 von %2 B zugeordnet, %3 unbekannt</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>not computed</source>
        <translation>nicht berechnet</translation>
    </message>
    <message>
        <source>compared</source>
        <translation>verglichen</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>before layers</source>
        <translation>vor den Schichten</translation>
    </message>
    <message>
        <source>after layers</source>
        <translation>nach den Schichten</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>own error</source>
        <translation>eigener Fehler</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>Konstante</translation>
    </message>
    <message>
        <source>inherited</source>
        <translation>geerbt</translation>
    </message>
    <message>
        <source>not explained</source>
        <translation>nicht erklärt</translation>
    </message>
    <message>
        <source>carried state</source>
        <translation>mitgeführter Zustand</translation>
    </message>
    <message>
        <source>The run began with other contents than its case expects.</source>
        <translation>Der Lauf begann mit anderem Inhalt, als sein Fall erwartet.</translation>
    </message>
    <message>
        <source>Begins in step %1 (%2) with the state that it carries: %3</source>
        <translation>Beginnt in Schritt %1 (%2) mit dem mitgeführten Zustand: %3</translation>
    </message>
    <message>
        <source>Nothing that was compared is beyond rounding; how far that moves the outputs which differ is not known</source>
        <translation>Nichts Verglichenes liegt jenseits der Rundung; wie weit sie die abweichenden Ausgaben verschiebt, ist nicht bekannt</translation>
    </message>
    <message>
        <source>Rounding explains what is here: nothing of it is wrong.</source>
        <translation>Rundung erklärt, was hier steht: nichts davon ist falsch.</translation>
    </message>
    <message>
        <source>Values are wrong here; which part of that is its own is not known.</source>
        <translation>Werte sind hier falsch; welcher Teil davon der eigene ist, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Its own error is not known.</source>
        <translation>Sein eigener Fehler ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Most of the error came in by caches that earlier steps left wrong.</source>
        <translation>Der größte Teil des Fehlers kam durch Caches, die frühere Schritte falsch hinterließen.</translation>
    </message>
    <message>
        <source>The error came in by its inputs and by caches that earlier steps left wrong.</source>
        <translation>Der Fehler kam durch die Eingänge und durch Caches, die frühere Schritte falsch hinterließen.</translation>
    </message>
    <message>
        <source>Its inputs are wrong already.</source>
        <translation>Schon seine Eingänge sind falsch.</translation>
    </message>
    <message>
        <source>Nothing could be compared</source>
        <translation>Nichts konnte verglichen werden</translation>
    </message>
    <message numerus="yes">
        <source>%1 times the median of it and its %n like(s), %2</source>
        <translation>
            <numerusform>%1-mal der Median von ihm und seinem %n Gleichen, %2</numerusform>
            <numerusform>%1-mal der Median von ihm und seinen %n Gleichen, %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <source>Within the noise</source>
        <translation>Im Rauschen</translation>
    </message>
    <message>
        <source>More than noise</source>
        <translation>Mehr als Rauschen</translation>
    </message>
    <message>
        <source>only on the other side</source>
        <translation>nur auf der anderen Seite</translation>
    </message>
    <message>
        <source>run %1: %2</source>
        <translation>Lauf %1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s): %1 at the median</source>
        <translation>
            <numerusform>%n Lauf: %1 im Median</numerusform>
            <numerusform>%n Läufe: %1 im Median</numerusform>
        </translation>
    </message>
    <message>
        <source>share of all instructions</source>
        <translation>Anteil an allen Instruktionen</translation>
    </message>
    <message>
        <source>ticks taken as ns</source>
        <translation>Ticks als ns genommen</translation>
    </message>
    <message>
        <source>the other side has no run of this method</source>
        <translation>die andere Seite hat keinen Lauf dieser Methode</translation>
    </message>
    <message numerus="yes">
        <source>other: %n run(s), %1</source>
        <translation>
            <numerusform>andere: %n Lauf, %1</numerusform>
            <numerusform>andere: %n Läufe, %1</numerusform>
        </translation>
    </message>
    <message>
        <source>delegate</source>
        <translation>Delegate</translation>
    </message>
    <message>
        <source>Execution</source>
        <translation>Ausführung</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Instruktionen</translation>
    </message>
    <message>
        <source>Delegate calls</source>
        <translation>Delegate-Aufrufe</translation>
    </message>
    <message>
        <source>Inside delegates</source>
        <translation>In Delegates</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n Datei</numerusform>
            <numerusform>%n Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 given out so far, of %2 in the run</source>
        <translation>%1 bis dahin vergeben, von %2 im Lauf</translation>
    </message>
    <message>
        <source>The dump notes no frees: less may be in use</source>
        <translation>Der Dump vermerkt keine Freigaben: weniger kann in Benutzung sein</translation>
    </message>
    <message>
        <source>Allocations</source>
        <translation>Vergebener Speicher</translation>
    </message>
    <message>
        <source>outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>token agrees</source>
        <translation>Token stimmt überein</translation>
    </message>
    <message>
        <source>another token</source>
        <translation>anderes Token</translation>
    </message>
    <message>
        <source>%1 % of the tokens agree</source>
        <translation>%1 % der Tokens stimmen überein</translation>
    </message>
    <message>
        <source>%1 · %2 · instruction 0/%3</source>
        <translation>%1 · %2 · Instruktion 0/%3</translation>
    </message>
    <message>
        <source>Compare values</source>
        <translation>Werte vergleichen</translation>
    </message>
    <message>
        <source>cases %1</source>
        <translation>Fälle %1</translation>
    </message>
    <message>
        <source>Of each column the worst of them</source>
        <translation>Von jeder Spalte der schlechteste Wert davon</translation>
    </message>
    <message>
        <source>%1, made for the %2</source>
        <translation>%1, gemacht für den %2</translation>
    </message>
    <message>
        <source>no file (.npz, .safetensors, torch.save) has them, none are computed yet</source>
        <translation>keine Datei (.npz, .safetensors, torch.save) hat sie, berechnet sind noch keine</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>Dateien hinzufügen …</translation>
    </message>
    <message>
        <source>Module in %1</source>
        <translation>Modul in %1</translation>
    </message>
    <message>
        <source>modules</source>
        <translation>Module</translation>
    </message>
    <message numerus="yes">
        <source>%n handle(s) without a node</source>
        <translation>
            <numerusform>%n Handle ohne Knoten</numerusform>
            <numerusform>%n Handles ohne Knoten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) without an instruction</source>
        <translation>
            <numerusform>%n Knoten ohne Instruktion</numerusform>
            <numerusform>%n Knoten ohne Instruktion</numerusform>
        </translation>
    </message>
    <message>
        <source>kernel is wrong</source>
        <translation>Kernel ist falsch</translation>
    </message>
    <message>
        <source>delegate is wrong</source>
        <translation>Delegat ist falsch</translation>
    </message>
    <message>
        <source>constant differs</source>
        <translation>Konstante weicht ab</translation>
    </message>
    <message>
        <source>changed by the lowering</source>
        <translation>beim Lowering verändert</translation>
    </message>
    <message>
        <source>precision of its type</source>
        <translation>Genauigkeit seines Typs</translation>
    </message>
    <message>
        <source>quantised</source>
        <translation>quantisiert</translation>
    </message>
    <message>
        <source>input has other axes</source>
        <translation>Eingabe hat andere Achsen</translation>
    </message>
    <message>
        <source>input is another</source>
        <translation>Eingabe ist eine andere</translation>
    </message>
    <message>
        <source>state before it differs</source>
        <translation>Zustand davor weicht ab</translation>
    </message>
    <message>
        <source>run is of another case</source>
        <translation>Lauf gehört zu einem anderen Fall</translation>
    </message>
    <message>
        <source>reference is another</source>
        <translation>Referenz ist eine andere</translation>
    </message>
    <message>
        <source>cause not known</source>
        <translation>Ursache nicht bekannt</translation>
    </message>
    <message>
        <source>No operator is compared</source>
        <translation>Kein Operator ist verglichen</translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n Befund</numerusform>
            <numerusform>%n Befunde</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>No export check objects to these files.</source>
        <translation>Keine Exportprüfung hat etwas einzuwenden.</translation>
    </message>
    <message>
        <source>Nothing that was compared before it is wrong, and its calls are correct for their inputs: a constant, or a value that was not compared, is another.</source>
        <translation>Nichts, was davor verglichen wurde, ist falsch, und seine Aufrufe sind für ihre Eingaben korrekt: eine Konstante oder ein nicht verglichener Wert ist ein anderer.</translation>
    </message>
    <message>
        <source>All compared values are within rounding</source>
        <translation>Alle verglichenen Werte liegen innerhalb der Rundung</translation>
    </message>
    <message numerus="yes">
        <source>%n before it</source>
        <translation>
            <numerusform>%n davor</numerusform>
            <numerusform>%n davor</numerusform>
        </translation>
    </message>
    <message>
        <source>correct</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>suspicious</source>
        <translation>verdächtig</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>falsch</translation>
    </message>
    <message>
        <source>The worst element is %1 rounding units off; up to %2 is normal, up to %3 still possible</source>
        <translation>Das schlechteste Element liegt %1 Rundungseinheiten daneben; bis %2 ist normal, bis %3 noch möglich</translation>
    </message>
    <message>
        <source>own error, × rounding: %1</source>
        <translation>eigener Fehler, × Rundung: %1</translation>
    </message>
    <message>
        <source>Wrong: %1</source>
        <translation>Falsch: %1</translation>
    </message>
    <message>
        <source>own error %1</source>
        <translation>eigener Fehler %1</translation>
    </message>
    <message numerus="yes">
        <source>%n contradict(s)</source>
        <translation>
            <numerusform>%n widerspricht</numerusform>
            <numerusform>%n widersprechen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n uncertain</source>
        <translation>
            <numerusform>%n unsicher</numerusform>
            <numerusform>%n unsicher</numerusform>
        </translation>
    </message>
    <message>
        <source>needs a run: .etdp with .dbg</source>
        <translation>braucht einen Lauf: .etdp mit .dbg</translation>
    </message>
    <message>
        <source>needs the ETRecord</source>
        <translation>braucht den ETRecord</translation>
    </message>
    <message>
        <source>needs reference outputs</source>
        <translation>braucht Referenzausgaben</translation>
    </message>
    <message numerus="yes">
        <source>%n cannot be compared</source>
        <translation>
            <numerusform>%n nicht vergleichbar</numerusform>
            <numerusform>%n nicht vergleichbar</numerusform>
        </translation>
    </message>
    <message>
        <source>not recomputed</source>
        <translation>nicht nachgerechnet</translation>
    </message>
    <message>
        <source>needs the .pte</source>
        <translation>braucht die .pte-Datei</translation>
    </message>
    <message numerus="yes">
        <source>%n not judged</source>
        <translation>
            <numerusform>%n nicht beurteilt</numerusform>
            <numerusform>%n nicht beurteilt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wrong</source>
        <translation>
            <numerusform>%n falsch</numerusform>
            <numerusform>%n falsch</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suspicious</source>
        <translation>
            <numerusform>%n verdächtig</numerusform>
            <numerusform>%n verdächtig</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n correct</source>
        <translation>
            <numerusform>%n richtig</numerusform>
            <numerusform>%n richtig</numerusform>
        </translation>
    </message>
    <message>
        <source>KL ≤ %1 nats</source>
        <translation>KL ≤ %1 nats</translation>
    </message>
    <message>
        <source>%1 of %2 change</source>
        <translation>%1 von %2 ändern sich</translation>
    </message>
    <message>
        <source>%1 of %2 agree</source>
        <translation>%1 von %2 stimmen überein</translation>
    </message>
    <message numerus="yes">
        <source>%n buffer(s) differ</source>
        <translation>
            <numerusform>%n Puffer weicht ab</numerusform>
            <numerusform>%n Puffer weichen ab</numerusform>
        </translation>
    </message>
    <message>
        <source>begins with another</source>
        <translation>beginnt mit einem anderen</translation>
    </message>
    <message>
        <source>before run %1</source>
        <translation>vor Lauf %1</translation>
    </message>
    <message numerus="yes">
        <source>%n buffer(s)</source>
        <translation>
            <numerusform>%n Puffer</numerusform>
            <numerusform>%n Puffer</numerusform>
        </translation>
    </message>
    <message>
        <source>not compared apart</source>
        <translation>nicht einzeln verglichen</translation>
    </message>
    <message>
        <source>What calls leave in them is compared by layer and step.</source>
        <translation>Was Aufrufe darin hinterlassen, wird nach Schicht und Schritt verglichen.</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n Hinweis</numerusform>
            <numerusform>%n Hinweise</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kind(s)</source>
        <translation>
            <numerusform>%n Art</numerusform>
            <numerusform>%n Arten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n quantised weight(s), %1 with a float original to compare</source>
        <translation>
            <numerusform>%n quantisiertes Gewicht, %1 mit einem Original in Gleitkomma zum Vergleich</numerusform>
            <numerusform>%n quantisierte Gewichte, %1 mit einem Original in Gleitkomma zum Vergleich</numerusform>
        </translation>
    </message>
    <message>
        <source>missing – the ETRecord contains the example inputs</source>
        <translation>fehlt – das ETRecord enthält die Beispieleingaben</translation>
    </message>
    <message>
        <source>matches</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>base file</source>
        <translation>Grunddatei</translation>
    </message>
    <message>
        <source>match</source>
        <translation>passen</translation>
    </message>
    <message>
        <source>Constant differs: %1</source>
        <translation>Konstante weicht ab: %1</translation>
    </message>
    <message>
        <source>no warnings of its own</source>
        <translation>keine eigenen Warnungen</translation>
    </message>
    <message>
        <source>No kernel was noted</source>
        <translation>Kein Kernel wurde vermerkt</translation>
    </message>
    <message>
        <source>time not known</source>
        <translation>Zeit nicht bekannt</translation>
    </message>
    <message>
        <source>Whole method</source>
        <translation>Die ganze Methode</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>no case has a reference</source>
        <translation>kein Fall hat eine Referenz</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n case(s) match</source>
        <translation>
            <numerusform>%1 von %n Fall stimmt</numerusform>
            <numerusform>%1 von %n Fällen stimmen</numerusform>
        </translation>
    </message>
    <message>
        <source>agrees less</source>
        <translation>stimmt weniger</translation>
    </message>
    <message>
        <source>agrees better</source>
        <translation>stimmt besser</translation>
    </message>
    <message>
        <source>other values</source>
        <translation>andere Werte</translation>
    </message>
    <message>
        <source>not known of this export, or it has none</source>
        <translation>von diesem Export nicht bekannt, oder er hat keine</translation>
    </message>
    <message numerus="yes">
        <source>median of %n run(s); ticks taken as ns</source>
        <translation>
            <numerusform>Median von %n Lauf; Ticks gelten als ns</numerusform>
            <numerusform>Median von %n Läufen; Ticks gelten als ns</numerusform>
        </translation>
    </message>
    <message>
        <source>the same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) that are not the same</source>
        <translation>
            <numerusform>%n Ausgabe, die nicht gleich ist</numerusform>
            <numerusform>%n Ausgaben, die nicht gleich sind</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n of them agree less</source>
        <translation>
            <numerusform>%1, %n davon stimmt weniger</numerusform>
            <numerusform>%1, %n davon stimmen weniger</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>what a process held</source>
        <translation>was ein Prozess hielt</translation>
    </message>
    <message>
        <source>&lt; 0.1 %</source>
        <translation>&lt; 0,1 %</translation>
    </message>
    <message numerus="yes">
        <source>%1 with %n tensor(s)</source>
        <translation>
            <numerusform>%1 mit %n Tensor</numerusform>
            <numerusform>%1 mit %n Tensoren</numerusform>
        </translation>
    </message>
    <message>
        <source>The error is made here: %1 returns wrong values for its inputs, own error × %2 of normal rounding.</source>
        <translation>Der Fehler entsteht hier: %1 liefert für seine Eingaben falsche Werte, eigener Fehler × %2 des normalen Rundens.</translation>
    </message>
    <message>
        <source>Constants of the program are not those of the record: that moves this cell × %1 of normal rounding.</source>
        <translation>Konstanten des Programms sind nicht die des Records: das verschiebt diese Zelle um × %1 des normalen Rundens.</translation>
    </message>
    <message>
        <source>It works by itself: own error × %1 of normal rounding.</source>
        <translation>Für sich genommen arbeitet es richtig: eigener Fehler × %1 des normalen Rundens.</translation>
    </message>
    <message>
        <source>Beyond rounding from step %1 (%2) on, %3: %4 inherits, total error × %5 of normal rounding</source>
        <translation>Ab Schritt %1 (%2) mehr als Runden, %3: %4 erbt, Gesamtfehler × %5 des normalen Rundens</translation>
    </message>
    <message>
        <source>own error × %1 of normal rounding</source>
        <translation>eigener Fehler × %1 des normalen Rundens</translation>
    </message>
    <message>
        <source>%1, total error × %2 of normal rounding</source>
        <translation>%1, Gesamtfehler × %2 des normalen Rundens</translation>
    </message>
    <message>
        <source>Begins in step %1 (%2), %3: %4, %5</source>
        <translation>Beginnt in Schritt %1 (%2), %3: %4, %5</translation>
    </message>
    <message>
        <source>expected output %1 of %2, case %3</source>
        <translation>erwartete Ausgabe %1 von %2, Fall %3</translation>
    </message>
    <message>
        <source>output %1 that %2 gave, case %3</source>
        <translation>Ausgabe %1, die %2 gab, Fall %3</translation>
    </message>
    <message>
        <source>input %1 of %2, case %3</source>
        <translation>Eingabe %1 von %2, Fall %3</translation>
    </message>
    <message>
        <source>an array; its name says no method, case and output</source>
        <translation>ein Array; sein Name nennt nicht Methode, Fall und Ausgabe</translation>
    </message>
    <message>
        <source>by its name</source>
        <translation>dem Namen nach</translation>
    </message>
    <message>
        <source>no such method</source>
        <translation>keine solche Methode</translation>
    </message>
    <message>
        <source>No file of the session has a method %1.</source>
        <translation>Keine Datei der Sitzung hat eine Methode %1.</translation>
    </message>
    <message>
        <source>No events</source>
        <translation>Keine Ereignisse</translation>
    </message>
    <message>
        <source>These files hold no run that could be read.</source>
        <translation>Diese Dateien enthalten keinen Lauf, der lesbar wäre.</translation>
    </message>
    <message>
        <source>Add the ETDump of a run.</source>
        <translation>Das ETDump eines Laufs hinzufügen.</translation>
    </message>
    <message>
        <source>a conversation: text, pictures and calls</source>
        <translation>ein Gespräch: Text, Bilder und Aufrufe</translation>
    </message>
    <message>
        <source>what a run was: program, calls, target</source>
        <translation>was ein Lauf war: Programm, Aufrufe, Ziel</translation>
    </message>
    <message>
        <source>Shrink…</source>
        <translation>Verkleinern…</translation>
    </message>
    <message>
        <source>Mend…</source>
        <translation>Beheben…</translation>
    </message>
    <message>
        <source>no such module, or it could not be joined</source>
        <translation>kein solches Modul, oder es ließ sich nicht zuordnen</translation>
    </message>
    <message numerus="yes">
        <source>%n more weight(s) of the module are kept otherwise</source>
        <translation>
            <numerusform>%n weiteres Gewicht des Moduls wird anders gehalten</numerusform>
            <numerusform>%n weitere Gewichte des Moduls werden anders gehalten</numerusform>
        </translation>
    </message>
    <message>
        <source>only before</source>
        <translation>nur vorher</translation>
    </message>
    <message>
        <source>only after</source>
        <translation>nur nachher</translation>
    </message>
    <message>
        <source>otherwise</source>
        <translation>anders</translation>
    </message>
    <message>
        <source>Joined by the order of weights of one size: no name tells which one it is</source>
        <translation>Nach der Reihenfolge von Gewichten einer Größe zugeordnet: kein Name sagt, welches es ist</translation>
    </message>
    <message>
        <source>no program stores it, or that is not known</source>
        <translation>kein Programm speichert es, oder es ist nicht bekannt</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n module(s) are kept otherwise</source>
        <translation>
            <numerusform>%1 von %n Modul wird anders gehalten</numerusform>
            <numerusform>%1 von %n Modulen werden anders gehalten</numerusform>
        </translation>
    </message>
    <message>
        <source>after: %1</source>
        <translation>nachher: %1</translation>
    </message>
    <message>
        <source>before: %1</source>
        <translation>vorher: %1</translation>
    </message>
</context>
<context>
    <name>Questions</name>
    <message>
        <source>%1 is there already.</source>
        <translation>%1 gibt es schon.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Correctness</source>
        <translation>Richtigkeit</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
</context>
<context>
    <name>Sentence</name>
    <message>
        <source>the method&apos;s caller</source>
        <translation>der Aufrufer der Methode</translation>
    </message>
    <message>
        <source>instruction %1</source>
        <translation>Instruktion %1</translation>
    </message>
    <message>
        <source>its elements are off by %1 times what rounding usually does</source>
        <translation>seine Elemente weichen um das %1-Fache dessen ab, was Rundung sonst ausmacht</translation>
    </message>
    <message>
        <source>off by %1 rounding units, up to %2 is normal</source>
        <translation>%1 Rundungseinheiten daneben, bis %2 ist normal</translation>
    </message>
    <message>
        <source>kernel &apos;%1&apos; at instruction %2 looks like %3 accumulation: %4 with f32</source>
        <translation>Kernel &apos;%1&apos; bei Instruktion %2 sieht nach Akkumulation in %3 aus: %4 mit f32</translation>
    </message>
    <message>
        <source>delegate %1 at instruction %2 returns wrong values for its inputs, by the graph that it was made from: %3</source>
        <translation>Delegat %1 bei Instruktion %2 liefert für seine Eingaben falsche Werte, gemessen am Graphen, aus dem er gemacht ist: %3</translation>
    </message>
    <message>
        <source>kernel &apos;%1&apos; at instruction %2 returns wrong values for its inputs: %3</source>
        <translation>Kernel &apos;%1&apos; bei Instruktion %2 liefert für seine Eingaben falsche Werte: %3</translation>
    </message>
    <message>
        <source>allow for it in the tolerance, or run these operators outside the delegate</source>
        <translation>in der Toleranz zulassen, oder diese Operatoren außerhalb des Delegates ausführen</translation>
    </message>
    <message>
        <source>the delegates quantise with other numbers than the recorded graph: %1</source>
        <translation>die Delegates quantisieren mit anderen Zahlen als der aufgezeichnete Graph: %1</translation>
    </message>
    <message>
        <source>the delegates compute with other numbers than the recorded graph: %1</source>
        <translation>die Delegates rechnen mit anderen Zahlen als der aufgezeichnete Graph: %1</translation>
    </message>
    <message>
        <source>; computed so, the graph gives the outputs of the run</source>
        <translation>; so gerechnet gibt der Graph die Ausgaben des Laufs</translation>
    </message>
    <message>
        <source>the case expects what calls of other methods left in %1: the run began with this method&apos;s own contents, which the program does not share with theirs</source>
        <translation>der Fall erwartet, was Aufrufe anderer Methoden in %1 hinterließen: der Lauf begann mit den eigenen Inhalten dieser Methode, die das Programm mit deren nicht teilt</translation>
    </message>
    <message>
        <source>the run began with other contents of %1 than its case expects: the runtime goes on from what earlier runs left, or from zeros</source>
        <translation>der Lauf begann mit anderen Inhalten von %1, als sein Fall erwartet: die Laufzeit geht von dem aus, was frühere Läufe hinterließen, oder von Nullen</translation>
    </message>
    <message>
        <source>the outputs of the run are as close to those of the quantised graph as single steps of its values are: sums are rounded to steps in another way</source>
        <translation>die Ausgaben des Laufs sind denen des quantisierten Graphen so nah wie einzelne Schritte seiner Werte: Summen werden anders auf Schritte gerundet</translation>
    </message>
    <message>
        <source>expected quantisation error from &apos;%1&apos; on: the quantised graph itself gives this result</source>
        <translation>erwarteter Quantisierungsfehler ab &apos;%1&apos;: der quantisierte Graph selbst ergibt dieses Ergebnis</translation>
    </message>
    <message>
        <source>the recorded graph does not reproduce the reference outputs: these were made with another model or with other inputs</source>
        <translation>der aufgezeichnete Graph ergibt nicht die Referenzausgaben: diese stammen von einem anderen Modell oder von anderen Eingaben</translation>
    </message>
    <message>
        <source>the outputs of the run are not those of the program&apos;s graph</source>
        <translation>die Ausgaben des Laufs sind nicht die des Graphen des Programms</translation>
    </message>
    <message>
        <source>: some value reaches another instruction than in the record, or none</source>
        <translation>: ein Wert erreicht eine andere Instruktion als im Record, oder keine</translation>
    </message>
    <message>
        <source>the outputs change from %1 to %2</source>
        <translation>die Ausgaben ändern sich von %1 nach %2</translation>
    </message>
    <message>
        <source>, first at &apos;%1&apos;</source>
        <translation>, zuerst bei &apos;%1&apos;</translation>
    </message>
    <message>
        <source>program constant &apos;%1&apos; at instruction %2 differs from the record&apos;s: %3</source>
        <translation>Konstante &apos;%1&apos; des Programms bei Instruktion %2 weicht von der des Records ab: %3</translation>
    </message>
    <message>
        <source>the argument at instruction %1 differs from the record&apos;s: %2</source>
        <translation>das Argument bei Instruktion %1 weicht von dem des Records ab: %2</translation>
    </message>
    <message>
        <source>the program computes in another type than the record at instruction %1: %2</source>
        <translation>das Programm rechnet bei Instruktion %1 in einem anderen Typ als der Record: %2</translation>
    </message>
    <message>
        <source>the program is not what the record&apos;s graph was lowered to at instruction %1: %2</source>
        <translation>das Programm ist bei Instruktion %1 nicht das, wozu der Graph des Records abgesenkt wurde: %2</translation>
    </message>
    <message>
        <source>the dump is not of this program, so that its values say nothing about it: %1</source>
        <translation>der Dump ist nicht von diesem Programm, seine Werte sagen also nichts darüber: %1</translation>
    </message>
    <message>
        <source>the program is not an export of this record, so that its values say nothing about it: %1</source>
        <translation>das Programm ist kein Export dieses Records, seine Werte sagen also nichts darüber: %1</translation>
    </message>
    <message>
        <source>the run stopped at instruction %1</source>
        <translation>der Lauf endete bei Instruktion %1</translation>
    </message>
    <message>
        <source> (kernel &apos;%1&apos;)</source>
        <translation> (Kernel &apos;%1&apos;)</translation>
    </message>
    <message>
        <source>: no call behind it ran, and the method gave nothing; the runtime&apos;s own message says why it refused</source>
        <translation>: kein Aufruf dahinter lief, und die Methode gab nichts; die Meldung der Laufzeit selbst sagt, warum sie ablehnte</translation>
    </message>
    <message>
        <source>read what the runner logged when it stopped, and look at what the call was given</source>
        <translation>lesen, was der Runner beim Ende meldete, und ansehen, was der Aufruf bekam</translation>
    </message>
    <message>
        <source>%1 of %2 calls, of %3 operators, give what they cannot give on what they read: the values are not those of this run; the debug buffer may be of another one</source>
        <translation>%1 von %2 Aufrufen, von %3 Operatoren, geben, was sie auf dem, was sie lasen, nicht geben können: die Werte sind nicht die dieses Laufs; der Debug-Puffer kann von einem anderen sein</translation>
    </message>
    <message>
        <source>every operator is correct for its inputs</source>
        <translation>jeder Operator ist für seine Eingaben korrekt</translation>
    </message>
    <message>
        <source>no operator that could be checked is wrong (%1 could not be checked)</source>
        <translation>kein Operator, der geprüft werden konnte, ist falsch (%1 konnten nicht geprüft werden)</translation>
    </message>
    <message>
        <source>as the delegate that reads it logged</source>
        <translation>wie das Delegate aufzeichnete, das sie liest</translation>
    </message>
    <message>
        <source>as the instruction that reads it alone shows</source>
        <translation>wie die Instruktion zeigt, die als einzige sie liest</translation>
    </message>
    <message>
        <source>as %1 instructions that read it show</source>
        <translation>wie %1 Instruktionen zeigen, die sie lesen</translation>
    </message>
    <message>
        <source>was fed %1, %2</source>
        <translation>wurde %1 übergeben, %2</translation>
    </message>
    <message>
        <source>was not fed as case %1 has it: no instruction that reads it gave what it gives on that; what it was is not known</source>
        <translation>wurde nicht übergeben, wie Fall %1 sie hat: keine Instruktion, die sie liest, gab, was sie darauf gibt; was sie war, ist nicht bekannt</translation>
    </message>
    <message>
        <source>input %1</source>
        <translation>Eingabe %1</translation>
    </message>
    <message>
        <source>delegate %1 at instruction %2 holds wrong weights for &apos;%3&apos;: %4</source>
        <translation>Delegate %1 bei Instruktion %2 enthält falsche Gewichte für &apos;%3&apos;: %4</translation>
    </message>
    <message>
        <source>run %1 was fed with case %2, by order it would be case %3: %4; %5</source>
        <translation>Lauf %1 bekam Fall %2, der Reihe nach wäre es Fall %3: %4; %5</translation>
    </message>
    <message>
        <source>constant &apos;%1&apos; inside delegate %2 at instruction %3 differs from the record&apos;s: %4</source>
        <translation>Konstante &apos;%1&apos; in Delegate %2 bei Instruktion %3 weicht von der des Records ab: %4</translation>
    </message>
    <message>
        <source>constant &apos;%1&apos; inside delegate %2 differs from the record&apos;s: %3</source>
        <translation>Konstante &apos;%1&apos; in Delegate %2 weicht von der des Records ab: %3</translation>
    </message>
    <message>
        <source>by what it was fed it is case %1: %2</source>
        <translation>nach dem, was er bekam, ist es Fall %1: %2</translation>
    </message>
    <message>
        <source>the dump says so</source>
        <translation>der Dump sagt es</translation>
    </message>
    <message>
        <source>its outputs are those of this case</source>
        <translation>seine Ausgaben sind die dieses Falls</translation>
    </message>
    <message>
        <source>by order: as many runs as cases</source>
        <translation>der Reihe nach: so viele Läufe wie Fälle</translation>
    </message>
    <message>
        <source>its outputs are those of %1 cases</source>
        <translation>seine Ausgaben sind die von %1 Fällen</translation>
    </message>
    <message>
        <source>its outputs are those of no case</source>
        <translation>seine Ausgaben sind die keines Falls</translation>
    </message>
    <message>
        <source>its outputs were held against no case</source>
        <translation>seine Ausgaben wurden gegen keinen Fall gehalten</translation>
    </message>
    <message>
        <source>its outputs are those of a case of %1, and of no other method</source>
        <translation>seine Ausgaben sind die eines Falls von %1 und keiner anderen Methode</translation>
    </message>
    <message>
        <source>given by the user</source>
        <translation>vom Benutzer angegeben</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 {1:constant|constants} of %2 bytes {1:holds|hold} one value throughout: %3</source>
        <translation>%1 {1:Konstante|Konstanten} von %2 Bytes {1:enthält|enthalten} durchweg einen Wert: %3</translation>
    </message>
    <message>
        <source>NaN in constants: %2</source>
        <translation>NaN in Konstanten: %2</translation>
    </message>
    <message>
        <source>%1 {1:constant lies|constants lie} at an offset that is no multiple of the size of an element: %2</source>
        <translation>%1 {1:Konstante liegt|Konstanten liegen} an einem Offset, der kein Vielfaches der Größe eines Elements ist: %2</translation>
    </message>
    <message>
        <source>%1 {1:constant|constants} of %2 bytes, padding included, that no tensor of any method names</source>
        <translation>%1 {1:Konstante|Konstanten} von %2 Bytes mit Füllung, die kein Tensor irgendeiner Methode nennt</translation>
    </message>
    <message>
        <source>the context holds %1 tokens, and no axis of %2 {2:cache|caches} is that long: %3</source>
        <translation>der Kontext fasst %1 Token, und keine Achse von %2 {2:Cache|Caches} ist so lang: %3</translation>
    </message>
    <message>
        <source>use_kv_cache is set, and the edge graph of %1 updates no buffer</source>
        <translation>use_kv_cache ist gesetzt, und der Edge-Graph von %1 ändert keinen Puffer</translation>
    </message>
    <message>
        <source>%1 takes %2 of the time of the runs, in %3 {3:call|calls}, outside the method&apos;s %4 {4:delegate|delegates}</source>
        <translation>%1 braucht %2 der Zeit der Läufe, in %3 {3:Aufruf|Aufrufen}, außerhalb der %4 {4:Delegate|Delegates} der Methode</translation>
    </message>
    <message>
        <source>%1 runs in %2 {2:call|calls} as a kernel, outside the method&apos;s %3 {3:delegate|delegates}; no run tells how long it takes</source>
        <translation>%1 läuft in %2 {2:Aufruf|Aufrufen} als Kernel, außerhalb der %3 {3:Delegate|Delegates} der Methode; kein Lauf sagt, wie lange er braucht</translation>
    </message>
    <message>
        <source>%1, %2 {2:call|calls}, is in none of the stock kernel libraries: the runtime refuses the method</source>
        <translation>%1, %2 {2:Aufruf|Aufrufe}, ist in keiner der mitgelieferten Kernel-Bibliotheken: die Laufzeit lehnt die Methode ab</translation>
    </message>
    <message>
        <source>%1 {1:operator|operators} of %2, %3 {3:call|calls}, are in no stock kernel library</source>
        <translation>%1 {1:Operator|Operatoren} von %2, %3 {3:Aufruf|Aufrufe}, sind in keiner mitgelieferten Kernel-Bibliothek</translation>
    </message>
    <message>
        <source>find the library that registers %1 for this runtime and link it into the runner</source>
        <translation>die Bibliothek suchen, die %1 für diese Laufzeit registriert, und in den Runner linken</translation>
    </message>
    <message>
        <source>, %1 for each of %2 layers</source>
        <translation>, %1 für jede von %2 Schichten</translation>
    </message>
    <message>
        <source>, with %1 {1:layout conversion|layout conversions} between them</source>
        <translation>, mit %1 {1:Layout-Umwandlung|Layout-Umwandlungen} dazwischen</translation>
    </message>
    <message>
        <source>%1 tensors have no upper bound: their memory cannot be planned</source>
        <translation>%1 Tensoren haben keine obere Grenze: ihr Speicher kann nicht geplant werden</translation>
    </message>
    <message>
        <source>%1 {1:parameter|parameters} of %2 bytes that the graph does not read</source>
        <translation>%1 Parameter von %2 Bytes, {1:den|die} der Graph nicht liest</translation>
    </message>
    <message>
        <source>%1 {1:parameter|parameters} that the graph does not read</source>
        <translation>%1 Parameter, {1:den|die} der Graph nicht liest</translation>
    </message>
    <message>
        <source>save the record again, after to_executorch()</source>
        <translation>den Record noch einmal speichern, nach to_executorch()</translation>
    </message>
    <message>
        <source>write the metadata once, with one exporter</source>
        <translation>die Metadaten einmal schreiben, mit einem Exporter</translation>
    </message>
    <message>
        <source>export the key with the type that `metadata --known` names</source>
        <translation>den Schlüssel mit dem Typ exportieren, den `metadata --known` nennt</translation>
    </message>
    <message>
        <source>export the flag as a bool, or as 0 or 1</source>
        <translation>das Flag als bool exportieren, oder als 0 oder 1</translation>
    </message>
    <message>
        <source>export the number that the model was built with</source>
        <translation>die Zahl exportieren, mit der das Modell gebaut wurde</translation>
    </message>
    <message>
        <source>take the token from the tokenizer that the model was trained with</source>
        <translation>das Token aus dem Tokenizer nehmen, mit dem das Modell trainiert wurde</translation>
    </message>
    <message>
        <source>let get_max_context_len be at least get_max_seq_len</source>
        <translation>get_max_context_len mindestens so groß wie get_max_seq_len machen</translation>
    </message>
    <message>
        <source>export one of the two keys, or both with one value</source>
        <translation>einen der beiden Schlüssel exportieren, oder beide mit einem Wert</translation>
    </message>
    <message>
        <source>name the field, as in metadata.context.max_seq_len</source>
        <translation>das Feld nennen, wie in metadata.context.max_seq_len</translation>
    </message>
    <message>
        <source>hand the key to the exporter without its prefix</source>
        <translation>dem Exporter den Schlüssel ohne Präfix geben</translation>
    </message>
    <message>
        <source>name the key namespace.field, in lower case</source>
        <translation>den Schlüssel namespace.field nennen, in Kleinbuchstaben</translation>
    </message>
    <message>
        <source>use a short key of ASCII characters</source>
        <translation>einen kurzen Schlüssel aus ASCII-Zeichen benutzen</translation>
    </message>
    <message>
        <source>leave one of the entries out</source>
        <translation>einen der Einträge weglassen</translation>
    </message>
    <message>
        <source>export the key as a constant method, if what the runner assumes is not meant</source>
        <translation>den Schlüssel als konstante Methode exportieren, wenn nicht gemeint ist, was der Runner annimmt</translation>
    </message>
    <message>
        <source>export the key as a constant method</source>
        <translation>den Schlüssel als konstante Methode exportieren</translation>
    </message>
    <message>
        <source>export get_vocab_size with the width of the logits</source>
        <translation>get_vocab_size mit der Breite der Logits exportieren</translation>
    </message>
    <message>
        <source>export with a dynamic dimension for the tokens, or without enable_dynamic_shape</source>
        <translation>mit einer dynamischen Dimension für die Token exportieren, oder ohne enable_dynamic_shape</translation>
    </message>
    <message>
        <source>export get_max_context_len with the length of the cache</source>
        <translation>get_max_context_len mit der Länge des Caches exportieren</translation>
    </message>
    <message>
        <source>export the method, under the name that the runner calls</source>
        <translation>die Methode exportieren, unter dem Namen, den der Runner aufruft</translation>
    </message>
    <message>
        <source>export the method with the inputs that the runner gives; a decoder with a cache takes tokens and positions</source>
        <translation>die Methode mit den Eingaben exportieren, die der Runner gibt; ein Decoder mit Cache nimmt Token und Positionen</translation>
    </message>
    <message>
        <source>export with example inputs of the type that the runner gives</source>
        <translation>mit Beispieleingaben des Typs exportieren, den der Runner gibt</translation>
    </message>
    <message>
        <source>return what the runner takes, and nothing else</source>
        <translation>zurückgeben, was der Runner nimmt, und sonst nichts</translation>
    </message>
    <message>
        <source>let the method give logits of f32</source>
        <translation>die Methode Logits in f32 geben lassen</translation>
    </message>
    <message>
        <source>export the tokens with a dynamic dimension up to get_max_seq_len, or lower the key</source>
        <translation>die Token mit einer dynamischen Dimension bis get_max_seq_len exportieren, oder den Schlüssel senken</translation>
    </message>
    <message>
        <source>bound the dynamic dimension by the length of the cache</source>
        <translation>die dynamische Dimension durch die Länge des Caches begrenzen</translation>
    </message>
    <message>
        <source>export tokens and positions with one dynamic dimension, or one start position</source>
        <translation>Token und Positionen mit einer dynamischen Dimension exportieren, oder einer Startposition</translation>
    </message>
    <message>
        <source>export the methods of one model</source>
        <translation>die Methoden eines Modells exportieren</translation>
    </message>
    <message>
        <source>export the model with its cache, or without use_kv_cache</source>
        <translation>das Modell mit seinem Cache exportieren, oder ohne use_kv_cache</translation>
    </message>
    <message>
        <source>check whether the partitioner supports it, or decompose it</source>
        <translation>prüfen, ob der Partitioner ihn unterstützt, oder ihn zerlegen</translation>
    </message>
    <message>
        <source>merge the delegates: lower the operators between them to the backend, too</source>
        <translation>die Delegaten vereinen: auch die Operatoren dazwischen an das Backend geben</translation>
    </message>
    <message>
        <source>replace or decompose the operator, give it to a delegate, or register a kernel for it</source>
        <translation>den Operator ersetzen oder zerlegen, ihn einem Delegate geben oder einen Kernel dafür registrieren</translation>
    </message>
    <message>
        <source>export again without the partition, or find what removed the call</source>
        <translation>ohne die Partition noch einmal exportieren, oder suchen, was den Aufruf entfernte</translation>
    </message>
    <message>
        <source>link the backend&apos;s library into the runner</source>
        <translation>die Bibliothek des Backends in den Runner linken</translation>
    </message>
    <message>
        <source>link the library that registers the operators into the runner</source>
        <translation>die Bibliothek, die die Operatoren registriert, in den Runner linken</translation>
    </message>
    <message>
        <source>plan with the greedy algorithm, and see which tensors keep large ones alive</source>
        <translation>mit dem Greedy-Algorithmus planen, und sehen, welche Tensoren große am Leben halten</translation>
    </message>
    <message>
        <source>compare with `memory`, and plan the memory again</source>
        <translation>mit `memory` vergleichen, und den Speicher neu planen</translation>
    </message>
    <message>
        <source>leave the input out of the export, or see what should have read it</source>
        <translation>die Eingabe beim Export weglassen, oder sehen, was sie hätte lesen sollen</translation>
    </message>
    <message>
        <source>see what the export did with the node that computes it</source>
        <translation>sehen, was der Export mit dem Knoten tat, der sie berechnet</translation>
    </message>
    <message>
        <source>plan the memory with an alignment of 16</source>
        <translation>den Speicher mit einer Ausrichtung von 16 planen</translation>
    </message>
    <message>
        <source>export with alloc_graph_input=False, so that the caller&apos;s memory is used</source>
        <translation>mit alloc_graph_input=False exportieren, damit der Speicher des Aufrufers benutzt wird</translation>
    </message>
    <message>
        <source>see whether the method is meant</source>
        <translation>sehen, ob die Methode gemeint ist</translation>
    </message>
    <message>
        <source>export the method once</source>
        <translation>die Methode einmal exportieren</translation>
    </message>
    <message>
        <source>share one copy</source>
        <translation>eine Kopie teilen</translation>
    </message>
    <message>
        <source>give all uses to one backend, or to none: constants of plans and data of delegates are stored apart</source>
        <translation>alle Verwendungen einem Backend geben, oder keinem: Konstanten von Plänen und Daten von Delegates werden getrennt gespeichert</translation>
    </message>
    <message>
        <source>after quantisation these are the float originals; else see whether they should be used</source>
        <translation>nach einer Quantisierung sind dies die Originale in Gleitkomma; sonst sehen, ob sie benutzt werden sollten</translation>
    </message>
    <message>
        <source>export with a range for the dynamic dimension</source>
        <translation>mit einem Bereich für die dynamische Dimension exportieren</translation>
    </message>
    <message>
        <source>cast the model, or the constant that brings them, to f32</source>
        <translation>das Modell, oder die Konstante, die sie bringt, nach f32 umwandeln</translation>
    </message>
    <message>
        <source>export with ExecuTorch 0.4 or later, which put them into segments</source>
        <translation>mit ExecuTorch 0.4 oder später exportieren, das sie in Segmente legt</translation>
    </message>
    <message>
        <source>open the .ptd file with the program, as the runner must</source>
        <translation>die .ptd-Datei mit dem Programm öffnen, wie es der Runner tun muss</translation>
    </message>
    <message>
        <source>compute it with a full operator, or broadcast a scalar</source>
        <translation>sie mit einem full-Operator berechnen, oder einen Skalar verbreiten</translation>
    </message>
    <message>
        <source>look at the weights of the model: training or a conversion went wrong</source>
        <translation>die Gewichte des Modells ansehen: Training oder eine Umwandlung ging schief</translation>
    </message>
    <message>
        <source>write the program with a constant alignment of 16</source>
        <translation>das Programm mit einer Ausrichtung der Konstanten von 16 schreiben</translation>
    </message>
    <message>
        <source>export again: they cost room in the file only</source>
        <translation>noch einmal exportieren: sie kosten nur Platz in der Datei</translation>
    </message>
    <message>
        <source>export the program again, or find what changed it</source>
        <translation>das Programm noch einmal exportieren, oder suchen, was sie änderte</translation>
    </message>
    <message>
        <source>open the files of one export</source>
        <translation>die Dateien eines Exports öffnen</translation>
    </message>
    <message>
        <source>save the record that the export of this program made</source>
        <translation>den Record speichern, das der Export dieses Programms machte</translation>
    </message>
    <message>
        <source>look for what fixes the size while lowering: a size taken as a Python number, a pass that runs on the example inputs</source>
        <translation>suchen, was die Größe beim Lowering festlegt: eine Größe, die als Python-Zahl genommen wird, ein Pass, der auf den Beispieleingaben läuft</translation>
    </message>
    <message>
        <source>generate the handles after the last pass, or leave the nodes to be unmatched</source>
        <translation>die Handles nach dem letzten Pass erzeugen, oder die Knoten ohne Gegenstück lassen</translation>
    </message>
    <message>
        <source>record the reference outputs again with this export</source>
        <translation>die Referenzausgaben mit diesem Export noch einmal aufzeichnen</translation>
    </message>
    <message>
        <source>record them again with this export</source>
        <translation>sie mit diesem Export noch einmal aufzeichnen</translation>
    </message>
    <message>
        <source>mark the buffers with InitializedMutableBufferPass when exporting</source>
        <translation>die Puffer beim Export mit InitializedMutableBufferPass markieren</translation>
    </message>
    <message>
        <source>quantise again, with a least scale</source>
        <translation>noch einmal quantisieren, mit einer kleinsten Skala</translation>
    </message>
    <message>
        <source>look at its SQNR with `quantisation`; quantise it with a wider range, or finer groups</source>
        <translation>sein SQNR mit `quantisation` ansehen; es mit einem weiteren Bereich oder feineren Gruppen quantisieren</translation>
    </message>
    <message>
        <source>add an ETRecord</source>
        <translation>ein ETRecord hinzufügen</translation>
    </message>
    <message>
        <source>generate the record with the exported program, for each method</source>
        <translation>den Record mit dem exportierten Programm erzeugen, für jede Methode</translation>
    </message>
    <message>
        <source>save the record with its weights</source>
        <translation>den Record mit seinen Gewichten speichern</translation>
    </message>
    <message>
        <source>make the record with ExecuTorch 1.0 or later</source>
        <translation>den Record mit ExecuTorch 1.0 oder später machen</translation>
    </message>
    <message>
        <source>make the record from a bundled program: its first case of forward is recorded</source>
        <translation>den Record aus einem Bundled Program machen: dessen erster Fall von forward wird aufgezeichnet</translation>
    </message>
    <message>
        <source>record them with a bundled program</source>
        <translation>sie mit einem Bundled Program aufzeichnen</translation>
    </message>
    <message>
        <source>add an ETDump with its debug buffer, or out-&lt;method&gt;-&lt;call&gt;-&lt;output&gt;.npy files</source>
        <translation>ein ETDump mit seinem Debug-Puffer hinzufügen, oder Dateien out-&lt;method&gt;-&lt;call&gt;-&lt;output&gt;.npy</translation>
    </message>
    <message>
        <source>%1 cannot be read</source>
        <translation>%1 kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>Choose another copy</source>
        <translation>Eine andere Kopie wählen</translation>
    </message>
    <message>
        <source>Copy the file again and compare sizes</source>
        <translation>Die Datei noch einmal kopieren und Größen vergleichen</translation>
    </message>
    <message>
        <source>No graphs</source>
        <translation>Keine Graphen</translation>
    </message>
    <message>
        <source>No file of this session holds an exported program</source>
        <translation>Keine Datei dieser Sitzung enthält ein exportiertes Programm</translation>
    </message>
    <message>
        <source>Add an ETRecord</source>
        <translation>Ein ETRecord hinzufügen</translation>
    </message>
    <message>
        <source>No exported program for %1</source>
        <translation>Kein exportiertes Programm für %1</translation>
    </message>
    <message>
        <source>No exported program for %1 methods</source>
        <translation>Kein exportiertes Programm für %1 Methoden</translation>
    </message>
    <message>
        <source>The session has no ETRecord, which holds it</source>
        <translation>Die Sitzung hat kein ETRecord, das es enthält</translation>
    </message>
    <message>
        <source>Stage “exported” is empty there: the exporter records it for one method only. Edge nodes cannot be traced back to it</source>
        <translation>Die Stufe „exported“ ist dort leer: der Exporter zeichnet sie nur für eine Methode auf. Edge-Knoten lassen sich nicht auf sie zurückführen</translation>
    </message>
    <message>
        <source>Add the ETRecord of this export</source>
        <translation>Das ETRecord dieses Exports hinzufügen</translation>
    </message>
    <message>
        <source>Parts of the record were removed on purpose: %1</source>
        <translation>Teile des Records wurden mit Absicht entfernt: %1</translation>
    </message>
    <message>
        <source>Graphs, shapes, debug handles and hashes are those of the record it was made from</source>
        <translation>Graphen, Formen, Debug-Handles und Hashes sind die des Records, aus dem es gemacht ist</translation>
    </message>
    <message>
        <source>Ask for the whole record where values are needed</source>
        <translation>Um das ganze Record bitten, wo Werte gebraucht werden</translation>
    </message>
    <message>
        <source>Their state dict is not in the file; names, types and shapes are shown</source>
        <translation>Ihr state dict ist nicht in der Datei; Namen, Typen und Formen werden gezeigt</translation>
    </message>
    <message>
        <source>No delegate_map</source>
        <translation>Keine delegate_map</translation>
    </message>
    <message>
        <source>No debug_handle_map</source>
        <translation>Keine debug_handle_map</translation>
    </message>
    <message>
        <source>Operators inside delegates cannot be told apart</source>
        <translation>Operatoren in Delegates lassen sich nicht unterscheiden</translation>
    </message>
    <message>
        <source>Runtime instructions cannot be mapped to graph nodes</source>
        <translation>Instruktionen der Laufzeit lassen sich keinen Knoten des Graphen zuordnen</translation>
    </message>
    <message>
        <source>Save the record again, after to_executorch()</source>
        <translation>Das Record noch einmal speichern, nach to_executorch()</translation>
    </message>
    <message>
        <source>No instruction_id_to_num_outs_map</source>
        <translation>Keine instruction_id_to_num_outs_map</translation>
    </message>
    <message>
        <source>Written by ExecuTorch before 1.0: every instruction counts as having one output</source>
        <translation>Von ExecuTorch vor 1.0 geschrieben: jede Instruktion zählt mit einer Ausgabe</translation>
    </message>
    <message>
        <source>No example or representative inputs</source>
        <translation>Keine Beispieleingaben und keine repräsentativen Eingaben</translation>
    </message>
    <message>
        <source>Nothing can be computed from this record alone</source>
        <translation>Aus diesem Record allein lässt sich nichts berechnen</translation>
    </message>
    <message>
        <source>no reference outputs</source>
        <translation>keine Referenzausgaben</translation>
    </message>
    <message>
        <source>There is nothing to compare a runtime with</source>
        <translation>Es gibt nichts, womit sich eine Laufzeit vergleichen lässt</translation>
    </message>
    <message>
        <source>Record them with a bundled program</source>
        <translation>Sie mit einem Bundled Program aufzeichnen</translation>
    </message>
    <message>
        <source>no runtime values</source>
        <translation>keine Laufzeitwerte</translation>
    </message>
    <message>
        <source>Outputs and the numeric gap need what a runtime gave</source>
        <translation>Ausgaben und die numerische Lücke brauchen, was eine Laufzeit gab</translation>
    </message>
    <message>
        <source>Add an ETDump with its debug buffer, or out-&lt;method&gt;-&lt;call&gt;-&lt;output&gt;.npy files</source>
        <translation>Ein ETDump mit seinem Debug-Puffer hinzufügen, oder Dateien out-&lt;method&gt;-&lt;call&gt;-&lt;output&gt;.npy</translation>
    </message>
    <message>
        <source>%1 names values; their bytes are in its debug buffer</source>
        <translation>%1 nennt Werte; ihre Bytes sind in seinem Debug-Puffer</translation>
    </message>
    <message>
        <source>Add the debug buffer of %1 (.dbg)</source>
        <translation>Den Debug-Puffer von %1 hinzufügen (.dbg)</translation>
    </message>
    <message>
        <source>%1 was written without debug values</source>
        <translation>%1 wurde ohne Debug-Werte geschrieben</translation>
    </message>
    <message>
        <source>Run again with them, or add out-&lt;method&gt;-&lt;call&gt;-&lt;output&gt;.npy files</source>
        <translation>Noch einmal mit ihnen ausführen, oder Dateien out-&lt;method&gt;-&lt;call&gt;-&lt;output&gt;.npy hinzufügen</translation>
    </message>
    <message>
        <source>an input</source>
        <translation>eine Eingabe</translation>
    </message>
    <message>
        <source>given by instruction %1</source>
        <translation>gegeben von Instruktion %1</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1 mit %2</translation>
    </message>
    <message>
        <source>%1 {1:value is|values are} lost before {1:it is|they are} read: %2</source>
        <translation>%1 {1:Wert geht|Werte gehen} verloren, bevor {1:er gelesen wird|sie gelesen werden}: %2</translation>
    </message>
    <message>
        <source>%1 {1:pair of tensors runs|pairs of tensors run} into each other in planned memory while both are in use: %2</source>
        <translation>%1 {1:Paar von Tensoren überlappt|Paare von Tensoren überlappen} im geplanten Speicher, während beide benutzt werden: %2</translation>
    </message>
    <message>
        <source>%1 {1:tensor has|tensors have} elements of f64, %2 bytes</source>
        <translation>%1 {1:Tensor hat|Tensoren haben} Elemente in f64, %2 Bytes</translation>
    </message>
    <message>
        <source>%1 {1:delegate is|delegates are} loaded with the method and called by no instruction: %2</source>
        <translation>%1 {1:Delegate wird|Delegates werden} mit der Methode geladen und von keiner Instruktion aufgerufen: %2</translation>
    </message>
    <message>
        <source>no instruction reads input %1</source>
        <translation>keine Instruktion liest Eingabe %1</translation>
    </message>
    <message>
        <source>no instruction names output %2: it holds whatever lies in its memory</source>
        <translation>keine Instruktion nennt Ausgabe %2: sie enthält, was in ihrem Speicher liegt</translation>
    </message>
    <message>
        <source>%1 {1:tensor is|tensors are} planned at an offset that is no multiple of the size of an element: %2</source>
        <translation>%1 {1:Tensor ist|Tensoren sind} an einem Offset geplant, der kein Vielfaches der Größe eines Elements ist: %2</translation>
    </message>
    <message>
        <source>inputs take %1 of the %2 bytes of planned memory, and are copied there on every call</source>
        <translation>Eingaben nehmen %1 der %2 Bytes des geplanten Speichers ein und werden bei jedem Aufruf dorthin kopiert</translation>
    </message>
    <message>
        <source>the method has inputs and no instruction: it computes nothing</source>
        <translation>die Methode hat Eingaben und keine Instruktion: sie berechnet nichts</translation>
    </message>
    <message>
        <source>buffer %1 of planned memory has %2 bytes, while tensors of %3 bytes at most are in use at once (instruction %4)</source>
        <translation>Puffer %1 des geplanten Speichers hat %2 Bytes, während höchstens Tensoren von %3 Bytes zugleich benutzt werden (Instruktion %4)</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>use another kernel, or save this call as a repro (Extract call…) and file it with the kernel&apos;s owner</source>
        <translation>einen anderen Kernel verwenden, oder diesen Aufruf als Reproduktion sichern (Aufruf herauslösen…) und dem Besitzer des Kernels melden</translation>
    </message>
    <message>
        <source>run the call without the delegate, or report it to the backend with its inputs</source>
        <translation>den Aufruf ohne das Delegate ausführen, oder ihn mit seinen Eingaben dem Backend melden</translation>
    </message>
    <message>
        <source>look at the pass that made this operator; keep it out of the lowering</source>
        <translation>den Pass ansehen, der diesen Operator machte; ihn aus dem Lowering heraushalten</translation>
    </message>
    <message>
        <source>keep this operator in f32, or judge its outputs with the tolerance of the shorter type</source>
        <translation>diesen Operator in f32 lassen, oder seine Ausgaben mit der Toleranz des kürzeren Typs beurteilen</translation>
    </message>
    <message>
        <source>leave the operator out of the quantisation, or calibrate with data like this</source>
        <translation>den Operator von der Quantisierung ausnehmen, oder mit Daten wie diesen kalibrieren</translation>
    </message>
    <message>
        <source>feed the input with its axes as the method was exported with</source>
        <translation>die Eingabe mit den Achsen geben, mit denen die Methode exportiert wurde</translation>
    </message>
    <message>
        <source>feed the input as the case has it</source>
        <translation>die Eingabe geben, wie der Fall sie hat</translation>
    </message>
    <message>
        <source>reset the method&apos;s state before the first case, and run the cases in order</source>
        <translation>den Zustand der Methode vor dem ersten Fall zurücksetzen, und die Fälle der Reihe nach ausführen</translation>
    </message>
    <message>
        <source>name the pairs, or run the cases in their order</source>
        <translation>die Paare nennen, oder die Fälle in ihrer Reihenfolge ausführen</translation>
    </message>
    <message>
        <source>make the reference outputs again with the model that was exported</source>
        <translation>die Referenzausgaben mit dem exportierten Modell neu erzeugen</translation>
    </message>
    <message>
        <source>open the files of one export and of one run</source>
        <translation>die Dateien eines Exports und eines Laufs öffnen</translation>
    </message>
    <message>
        <source>the calls of %1 could not be judged: %2</source>
        <translation>die Aufrufe von %1 konnten nicht beurteilt werden: %2</translation>
    </message>
    <message>
        <source>see Problems for what could not be read</source>
        <translation>unter Probleme sehen, was nicht gelesen werden konnte</translation>
    </message>
    <message>
        <source>the worst output: %1</source>
        <translation>die schlimmste Ausgabe: %1</translation>
    </message>
    <message>
        <source>find out which of them are of the model that was exported</source>
        <translation>herausfinden, welche davon von dem Modell sind, das exportiert wurde</translation>
    </message>
    <message>
        <source>take the outputs of the run that was logged; see when the runner writes its output files</source>
        <translation>die Ausgaben des Laufs nehmen, der aufgezeichnet wurde; sehen, wann der Runner seine Ausgabedateien schreibt</translation>
    </message>
    <message>
        <source>%1: no cause was found why its outputs differ</source>
        <translation>%1: keine Ursache gefunden, warum ihre Ausgaben abweichen</translation>
    </message>
    <message>
        <source>open the record, the program, the bundle that fed the run, and a dump with debug values</source>
        <translation>den Record, das Programm, das Bundle, das den Lauf speiste, und einen Dump mit Debug-Werten öffnen</translation>
    </message>
    <message>
        <source>%1: the bundled program (.bpte) is missing</source>
        <translation>%1: das Bundled Program (.bpte) fehlt</translation>
    </message>
    <message>
        <source>it says what each case is fed with and what it should give</source>
        <translation>es sagt, was jeder Fall bekommt und was er geben soll</translation>
    </message>
    <message>
        <source>add the bundled program (.bpte) that fed the runs</source>
        <translation>das Bundled Program (.bpte) hinzufügen, das die Läufe speiste</translation>
    </message>
    <message>
        <source>%1: %2 {2:output|outputs} could not be compared</source>
        <translation>%1: %2 {2:Ausgabe konnte|Ausgaben konnten} nicht verglichen werden</translation>
    </message>
    <message>
        <source>look for a cast in this case</source>
        <translation>in diesem Fall nach einer Typumwandlung suchen</translation>
    </message>
    <message>
        <source>see which case the run was fed with</source>
        <translation>sehen, mit welchem Fall der Lauf gespeist wurde</translation>
    </message>
    <message>
        <source>open the record that this one was made of</source>
        <translation>den Record öffnen, aus dem dieser gemacht ist</translation>
    </message>
    <message>
        <source>open the whole debug buffer of this run</source>
        <translation>den ganzen Debug-Puffer dieses Laufs öffnen</translation>
    </message>
    <message>
        <source>%1 and %2 do not belong together</source>
        <translation>%1 und %2 gehören nicht zusammen</translation>
    </message>
    <message>
        <source>%1 and %2 were taken to belong together</source>
        <translation>%1 und %2 wurden als zusammengehörig genommen</translation>
    </message>
    <message>
        <source>confirm the pair, or open the files that belong to it</source>
        <translation>das Paar bestätigen, oder die Dateien öffnen, die dazu gehören</translation>
    </message>
    <message>
        <source>see Problems; copy the file again, or export it again</source>
        <translation>siehe Probleme; die Datei noch einmal kopieren, oder noch einmal exportieren</translation>
    </message>
    <message>
        <source>the calls of %1 of %2 runs of %3 were not judged</source>
        <translation>die Aufrufe von %1 von %2 Läufen von %3 wurden nicht beurteilt</translation>
    </message>
    <message>
        <source>at most %1 runs of a method are, those whose outputs are not the expected ones first</source>
        <translation>höchstens %1 Läufe einer Methode werden es, zuerst die, deren Ausgaben nicht die erwarteten sind</translation>
    </message>
    <message>
        <source>open a dump of fewer runs</source>
        <translation>einen Dump mit weniger Läufen öffnen</translation>
    </message>
    <message>
        <source>in run %1</source>
        <translation>in Lauf %1</translation>
    </message>
    <message>
        <source>in runs %1</source>
        <translation>in den Läufen %1</translation>
    </message>
    <message>
        <source>operator %1 of the edge graph</source>
        <translation>Operator %1 des Edge-Graphen</translation>
    </message>
    <message>
        <source>constant %1</source>
        <translation>Konstante %1</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 gegen %2</translation>
    </message>
    <message>
        <source>no call of a run could be looked at</source>
        <translation>kein Aufruf eines Laufs konnte angesehen werden</translation>
    </message>
    <message>
        <source>none of %1 {1:call|calls} that could be looked at is wrong, %2 could not be</source>
        <translation>von %1 {1:Aufruf, der|Aufrufen, die} angesehen werden {1:konnte|konnten}, ist keiner falsch, %2 konnten es nicht</translation>
    </message>
    <message>
        <source>it has the instructions, operators, tensors and constants of %1</source>
        <translation>sie hat die Instruktionen, Operatoren, Tensoren und Konstanten von %1</translation>
    </message>
    <message>
        <source>%1 {1:method needs|methods need} %2: %3; the stock build for the CPU registers %4 only</source>
        <translation>%1 {1:Methode braucht|Methoden brauchen} %2: %3; der Standardbau für die CPU registriert nur %4</translation>
    </message>
    <message>
        <source>the program region holds %1 bytes of constants and %2 bytes of delegates inline: they stay in memory with it</source>
        <translation>der Programmbereich enthält %1 Bytes Konstanten und %2 Bytes Delegates selbst: sie bleiben mit ihm im Speicher</translation>
    </message>
    <message>
        <source>%1 {1:external tensor is|external tensors are} in no file of this session: %2</source>
        <translation>%1 {1:externer Tensor ist|externe Tensoren sind} in keiner Datei dieser Sitzung: %2</translation>
    </message>
    <message>
        <source>they do not belong together</source>
        <translation>sie gehören nicht zusammen</translation>
    </message>
    <message>
        <source>%1 {1:weight of the program is|weights of the program are} the record&apos;s, and yet the record is of an earlier or a later export</source>
        <translation>%1 {1:Gewicht des Programms ist|Gewichte des Programms sind} die des Records, und doch ist der Record von einem früheren oder späteren Export</translation>
    </message>
    <message>
        <source>%1 {1:symbolic size has|symbolic sizes have} no upper bound: %2</source>
        <translation>%1 {1:symbolische Größe hat|symbolische Größen haben} keine obere Grenze: %2</translation>
    </message>
    <message>
        <source>%1, axis %2: %3 and more when exported, %5 alone when lowered</source>
        <translation>%1, Achse %2: %3 und mehr beim Export, nur %5 nach dem Lowering</translation>
    </message>
    <message>
        <source>%1, axis %2: %3 to %4 when exported, %5 alone when lowered</source>
        <translation>%1, Achse %2: %3 bis %4 beim Export, nur %5 nach dem Lowering</translation>
    </message>
    <message>
        <source>lowering fixed %1 {1:dynamic size|dynamic sizes}: %2</source>
        <translation>das Lowering legte %1 {1:dynamische Größe|dynamische Größen} fest: %2</translation>
    </message>
    <message>
        <source>%1 {1:mutable buffer starts|mutable buffers start} from values in the record that the program does not hold: %2</source>
        <translation>%1 {1:veränderlicher Puffer beginnt|veränderliche Puffer beginnen} im Record mit Werten, die das Programm nicht enthält: %2</translation>
    </message>
    <message>
        <source>output %1 of case %2 is there, and the method has %3 {3:output|outputs}</source>
        <translation>Ausgabe %1 von Fall %2 ist da, und die Methode hat %3 {3:Ausgabe|Ausgaben}</translation>
    </message>
    <message>
        <source>output %1 of case %2 is %3, the method gives at most %4</source>
        <translation>Ausgabe %1 von Fall %2 ist %3, die Methode gibt höchstens %4</translation>
    </message>
    <message>
        <source>output %1 of case %2 is %3, the method gives %4</source>
        <translation>Ausgabe %1 von Fall %2 ist %3, die Methode gibt %4</translation>
    </message>
    <message>
        <source>reference %1</source>
        <translation>Referenz: %1</translation>
    </message>
    <message>
        <source>representative inputs, %1: %2</source>
        <translation>repräsentative Eingaben, %1: %2</translation>
    </message>
    <message>
        <source>%1 {1:scale|scales} of the quantised weight %2 {1:is|are} zero, negative or not finite</source>
        <translation>%1 {1:Skala|Skalen} des quantisierten Gewichts %2 {1:ist|sind} null, negativ oder nicht endlich</translation>
    </message>
    <message>
        <source>they do not fit</source>
        <translation>sie passen nicht</translation>
    </message>
    <message>
        <source>of %1: %2</source>
        <translation>von %1: %2</translation>
    </message>
    <message>
        <source>%1 differs in %2 of %3 {3:case|cases}</source>
        <translation>%1 weicht in %2 von %3 {3:Fall|Fällen} ab</translation>
    </message>
    <message>
        <source>; no cause found: %1</source>
        <translation>; keine Ursache gefunden: %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>%1 and %2 do not belong together: %3</source>
        <translation>%1 und %2 gehören nicht zusammen: %3</translation>
    </message>
    <message>
        <source>%1 and %2 belong together, but %3 of %4 {4:constant|constants} {3:differs|differ}: %5</source>
        <translation>%1 und %2 gehören zusammen, aber %3 von %4 {4:Konstante|Konstanten} {3:weicht|weichen} ab: %5</translation>
    </message>
    <message>
        <source>The output that was compared matches</source>
        <translation>Die Ausgabe, die verglichen wurde, stimmt überein</translation>
    </message>
    <message>
        <source>All %1 outputs that were compared match</source>
        <translation>Alle %1 Ausgaben, die verglichen wurden, stimmen überein</translation>
    </message>
    <message>
        <source>, %1 could not be: a side is missing</source>
        <translation>, %1 konnten es nicht werden: eine Seite fehlt</translation>
    </message>
    <message>
        <source>, and all files belong together</source>
        <translation>, und alle Dateien gehören zusammen</translation>
    </message>
    <message>
        <source>, and the joined files belong together</source>
        <translation>, und die verbundenen Dateien gehören zusammen</translation>
    </message>
    <message>
        <source>Nothing to compare</source>
        <translation>Nichts zu vergleichen</translation>
    </message>
    <message>
        <source>, %1 could not be looked at</source>
        <translation>, %1 konnten nicht angesehen werden</translation>
    </message>
    <message>
        <source>; no method is known</source>
        <translation>; keine Methode ist bekannt</translation>
    </message>
    <message>
        <source>the session could not be checked: %1</source>
        <translation>die Sitzung konnte nicht geprüft werden: %1</translation>
    </message>
    <message>
        <source>outputs could not be compared: %1</source>
        <translation>Ausgaben konnten nicht verglichen werden: %1</translation>
    </message>
    <message>
        <source>Not all was computed: some of it takes more than a look at the files may; the gap computes it</source>
        <translation>Nicht alles wurde berechnet: manches dauert länger, als ein Blick auf die Dateien darf; die Lücke berechnet es</translation>
    </message>
    <message>
        <source>%1 {1:weight is|weights are} stored more than once: %2; one copy would save %3 bytes</source>
        <translation>%1 {1:Gewicht ist|Gewichte sind} mehr als einmal gespeichert: %2; eine Kopie würde %3 Bytes sparen</translation>
    </message>
    <message>
        <source>%1 copies of the same %2 bytes, for %3 readers</source>
        <translation>%1 Kopien derselben %2 Bytes, für %3 Leser</translation>
    </message>
    <message>
        <source>share one: %1 bytes less</source>
        <translation>eine teilen: %1 Bytes weniger</translation>
    </message>
    <message>
        <source>%1 of the integers of %2 are %3 or %4, the ends of their range; a range that fits leaves at most %5 there</source>
        <translation>%1 der Ganzzahlen von %2 sind %3 oder %4, die Enden ihres Bereichs; ein passender Bereich lässt höchstens %5 dort</translation>
    </message>
    <message>
        <source>program and record do not belong together, and what differs says nothing of the calls</source>
        <translation>Programm und Record gehören nicht zusammen, und was abweicht, sagt nichts über die Aufrufe</translation>
    </message>
    <message>
        <source>dump and record do not belong together, and what differs says nothing of the calls</source>
        <translation>Dump und Record gehören nicht zusammen, und was abweicht, sagt nichts über die Aufrufe</translation>
    </message>
    <message>
        <source>dump and program do not belong together, and what differs says nothing of the calls</source>
        <translation>Dump und Programm gehören nicht zusammen, und was abweicht, sagt nichts über die Aufrufe</translation>
    </message>
    <message>
        <source>the reference is computed on %1, and nothing tells that these fed run %2: what differs is no fault of its calls</source>
        <translation>die Referenz ist auf %1 berechnet, und nichts sagt, dass diese Lauf %2 speisten: was abweicht, ist kein Fehler seiner Aufrufe</translation>
    </message>
    <message>
        <source>%1 is no tensor there and %2 in the program</source>
        <translation>%1 ist dort kein Tensor und im Programm %2</translation>
    </message>
    <message>
        <source>%1 is %2 with its axes in another order</source>
        <translation>%1 ist %2 mit seinen Achsen in anderer Reihenfolge</translation>
    </message>
    <message>
        <source>%1 is %2 there and %3 in the program</source>
        <translation>%1 ist dort %2 und im Programm %3</translation>
    </message>
    <message>
        <source>instruction %1 ran; the plan has %2</source>
        <translation>Instruktion %1 lief; der Plan hat %2</translation>
    </message>
    <message>
        <source>instruction %1 ran as %2; the plan has something else there</source>
        <translation>Instruktion %1 lief als %2; der Plan hat dort etwas anderes</translation>
    </message>
    <message>
        <source>instruction %1 logged %2; no argument of the plan&apos;s can be that</source>
        <translation>Instruktion %1 zeichnete %2 auf; kein Argument im Plan kann das sein</translation>
    </message>
    <message>
        <source>output %1 is %2; the plan&apos;s cannot be that</source>
        <translation>Ausgabe %1 ist %2; die des Plans kann das nicht sein</translation>
    </message>
    <message>
        <source>instruction %1 ran as %2; debug_handle_map knows a call there</source>
        <translation>Instruktion %1 lief als %2; debug_handle_map kennt dort einen Aufruf</translation>
    </message>
    <message>
        <source>debug_handle_map knows instruction %1, the last that ran is %2</source>
        <translation>debug_handle_map kennt Instruktion %1, die letzte, die lief, ist %2</translation>
    </message>
    <message>
        <source>%1 of %2 calls have no row in debug_handle_map, the first at instruction %3</source>
        <translation>%1 von %2 Aufrufen haben keine Zeile in debug_handle_map, der erste bei Instruktion %3</translation>
    </message>
    <message>
        <source>instruction %1 ran as %2</source>
        <translation>Instruktion %1 lief als %2</translation>
    </message>
    <message>
        <source>%1 of %2 kernels are operators of the nodes of their handles</source>
        <translation>%1 von %2 Kernels sind Operatoren der Knoten ihrer Handles</translation>
    </message>
    <message>
        <source>%1 of %2 kernels are no operators of the nodes of their handles: %3</source>
        <translation>%1 von %2 Kernels sind keine Operatoren der Knoten ihrer Handles: %3</translation>
    </message>
    <message>
        <source>instruction %1 logged %2</source>
        <translation>Instruktion %1 zeichnete %2 auf</translation>
    </message>
    <message>
        <source>%1 of %2 logged values have shapes of the nodes of their handles</source>
        <translation>%1 von %2 aufgezeichneten Werten haben Formen der Knoten ihrer Handles</translation>
    </message>
    <message>
        <source>%1 of %2 logged values have no shapes of the nodes of their handles: %3</source>
        <translation>%1 von %2 aufgezeichneten Werten haben keine Formen der Knoten ihrer Handles: %3</translation>
    </message>
    <message>
        <source>output %1 is %2; the record&apos;s has another shape</source>
        <translation>Ausgabe %1 ist %2; die des Records hat eine andere Form</translation>
    </message>
    <message>
        <source>instruction %1 ran as %2; delegate_map says otherwise</source>
        <translation>Instruktion %1 lief als %2; delegate_map sagt etwas anderes</translation>
    </message>
    <message>
        <source>%1 methods fit equally well</source>
        <translation>%1 Methoden passen gleich gut</translation>
    </message>
    <message>
        <source>nothing speaks for or against %1</source>
        <translation>nichts spricht für oder gegen %1</translation>
    </message>
    <message>
        <source>it leaves %1 instructions of the method out; the next best, %2, %3</source>
        <translation>er lässt %1 Instruktionen der Methode aus; die nächstbeste, %2, %3</translation>
    </message>
    <message>
        <source>everything contradicts the other methods</source>
        <translation>alles widerspricht den anderen Methoden</translation>
    </message>
    <message>
        <source>; it is another method&apos;s, and %1 takes it</source>
        <translation>; sie ist die einer anderen Methode, und %1 nimmt sie</translation>
    </message>
    <message>
        <source>; it is %1 of the record</source>
        <translation>; sie ist %1 des Records</translation>
    </message>
    <message>
        <source>in a delegate of the program</source>
        <translation>in einem Delegate des Programms</translation>
    </message>
    <message>
        <source>in the program</source>
        <translation>im Programm</translation>
    </message>
    <message>
        <source>%1: debug_handle_map names instructions up to %2, the plan has %3</source>
        <translation>%1: debug_handle_map nennt Instruktionen bis %2, der Plan hat %3</translation>
    </message>
    <message>
        <source>no %1 tell of the record</source>
        <translation>%1: keine sagen etwas über den Record</translation>
    </message>
    <message>
        <source>%1 of %2 %3 are the record&apos;s, rounded to %4</source>
        <translation>%3: %1 von %2 sind die des Records, auf %4 gerundet</translation>
    </message>
    <message>
        <source>%1 of %2 %3 are tensors of the record, byte for byte</source>
        <translation>%3: %1 von %2 sind Tensoren des Records, Byte für Byte</translation>
    </message>
    <message>
        <source>, %1 of them rounded to %2</source>
        <translation>, %1 davon auf %2 gerundet</translation>
    </message>
    <message>
        <source>, %1 with axes in another order</source>
        <translation>, %1 mit Achsen in anderer Reihenfolge</translation>
    </message>
    <message>
        <source>, %1 with several integers to a byte</source>
        <translation>, %1 mit mehreren Ganzzahlen je Byte</translation>
    </message>
    <message>
        <source>; %1 of one value throughout say nothing</source>
        <translation>; %1 mit durchweg einem Wert sagen nichts</translation>
    </message>
    <message>
        <source>; %1 could not be looked at</source>
        <translation>; %1 konnten nicht angesehen werden</translation>
    </message>
    <message>
        <source>constants</source>
        <translation>Konstanten</translation>
    </message>
    <message>
        <source>weights inside delegates</source>
        <translation>Gewichte in Delegates</translation>
    </message>
    <message>
        <source>the record&apos;s weights were removed on purpose: only constants that are byte for byte the record&apos;s can be told, and none is</source>
        <translation>die Gewichte des Records wurden mit Absicht entfernt: nur Konstanten, die Byte für Byte die des Records sind, lassen sich erkennen, und keine ist es</translation>
    </message>
    <message>
        <source>weights are missing in the record: whether the program&apos;s constants are its own is not known</source>
        <translation>im Record fehlen Gewichte: ob die Konstanten des Programms seine sind, ist nicht bekannt</translation>
    </message>
    <message>
        <source>; the record has others of the type and sizes of %1</source>
        <translation>; der Record hat andere mit Typ und Größen von %1</translation>
    </message>
    <message>
        <source>; %1 hold other values than the tensors that their operators take in the record</source>
        <translation>; %1 enthalten andere Werte als die Tensoren, die ihre Operatoren im Record nehmen</translation>
    </message>
    <message>
        <source>, though it has tensors of the type and sizes of %1: of another training, or fused by the backend</source>
        <translation>, obwohl es Tensoren mit Typ und Größen von %1 hat: aus einem anderen Training, oder vom Backend verschmolzen</translation>
    </message>
    <message>
        <source>; backends may have fused or packed them</source>
        <translation>; Backends können sie verschmolzen oder gepackt haben</translation>
    </message>
    <message>
        <source>%1: the record has %2, the plan %3; they are not compared</source>
        <translation>%1: der Record hat %2, der Plan %3; sie werden nicht verglichen</translation>
    </message>
    <message>
        <source>; %1 is %2 in the record and %3 in the program</source>
        <translation>; %1 ist %2 im Record und %3 im Programm</translation>
    </message>
    <message>
        <source>%1: %2 of %3 have the record&apos;s shapes</source>
        <translation>%1: %2 von %3 haben die Formen des Records</translation>
    </message>
    <message>
        <source>%1: inputs</source>
        <translation>%1: Eingaben</translation>
    </message>
    <message>
        <source>%1: outputs</source>
        <translation>%1: Ausgaben</translation>
    </message>
    <message>
        <source>method names: %1 of %2 plans are methods of the record</source>
        <translation>Namen der Methoden: %1 von %2 Plänen sind Methoden des Records</translation>
    </message>
    <message>
        <source>%1: it has %2 of %3 external tensors of the program, %4 of its types and shapes</source>
        <translation>%1: sie hat %2 von %3 externen Tensoren des Programms, %4 mit dessen Typen und Formen</translation>
    </message>
    <message>
        <source>%1: it has %2 of %3 keys that delegates ask for</source>
        <translation>%1: sie hat %2 von %3 Schlüsseln, nach denen Delegates fragen</translation>
    </message>
    <message>
        <source>%1: the program asks for %2 keys that no file has, this one neither</source>
        <translation>%1: das Programm fragt nach %2 Schlüsseln, die keine Datei hat, auch diese nicht</translation>
    </message>
    <message>
        <source>%1: nothing that was looked at asks for its keys</source>
        <translation>%1: nichts, was angesehen wurde, fragt nach ihren Schlüsseln</translation>
    </message>
    <message>
        <source>%1: the program inside and %2 differ</source>
        <translation>%1: das Programm darin und %2 weichen voneinander ab</translation>
    </message>
    <message>
        <source>%1: the program inside and %2 are the same</source>
        <translation>%1: das Programm darin und %2 sind gleich</translation>
    </message>
    <message>
        <source>%1: the program inside and %2 are of one size and the same wherever it was looked</source>
        <translation>%1: das Programm darin und %2 sind gleich groß und gleich, wo nachgesehen wurde</translation>
    </message>
    <message>
        <source>%1: the bundle has cases for it, the program has no such method</source>
        <translation>%1: das Bundle hat Fälle dafür, das Programm hat keine solche Methode</translation>
    </message>
    <message>
        <source>&apos;%1&apos; ran inside a delegate, and those of the program multiply floating values alone</source>
        <translation>&apos;%1&apos; lief in einem Delegate, und die des Programms multiplizieren nur Gleitkommawerte</translation>
    </message>
    <message>
        <source>&apos;%1&apos; ran inside a delegate, and those of the program multiply integers alone</source>
        <translation>&apos;%1&apos; lief in einem Delegate, und die des Programms multiplizieren nur Ganzzahlen</translation>
    </message>
    <message>
        <source>%1: nothing that its runs tell could be held against the methods</source>
        <translation>%1: nichts, was seine Läufe sagen, konnte gegen die Methoden gehalten werden</translation>
    </message>
    <message>
        <source>, %1 fit several</source>
        <translation>, %1 passen zu mehreren</translation>
    </message>
    <message>
        <source>%1 names no tensor: it was written without debug values</source>
        <translation>%1 nennt keinen Tensor: er wurde ohne Debug-Werte geschrieben</translation>
    </message>
    <message>
        <source>the buffer is cut: %1</source>
        <translation>der Puffer ist abgeschnitten: %1</translation>
    </message>
    <message>
        <source>all values that were looked at are zero</source>
        <translation>alle Werte, die angesehen wurden, sind null</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is %2, in the record it is %3</source>
        <translation>&apos;%1&apos; ist %2, im Record ist es %3</translation>
    </message>
    <message>
        <source>the parameters of %1 {1:activation|activations} are chosen for each row or item of the batch, in the graph for the whole tensor (&apos;%2&apos;)</source>
        <translation>die Parameter von %1 {1:Aktivierung|Aktivierungen} werden für jede Zeile oder jedes Element des Batches gewählt, im Graphen für den ganzen Tensor (&apos;%2&apos;)</translation>
    </message>
    <message>
        <source>%1 and %2 in the delegate, %3 and %4 in the record</source>
        <translation>%1 und %2 im Delegate, %3 und %4 im Record</translation>
    </message>
    <message>
        <source>%1 {1:constant is|constants are} rounded to %2 (&apos;%3&apos;)</source>
        <translation>%1 {1:Konstante ist|Konstanten sind} auf %2 gerundet (&apos;%3&apos;)</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is folded into it for &apos;%2&apos;, while &apos;%3&apos;, which takes the same weight, %4</source>
        <translation>&apos;%1&apos; ist für &apos;%2&apos; hineingefaltet, während &apos;%3&apos;, das dasselbe Gewicht nimmt, %4</translation>
    </message>
    <message>
        <source>has &apos;%1&apos; behind it</source>
        <translation>&apos;%1&apos; hinter sich hat</translation>
    </message>
    <message>
        <source>has no such normalisation</source>
        <translation>keine solche Normalisierung hat</translation>
    </message>
    <message>
        <source>&apos;%1&apos; normalises axis 1 and is folded into the features of &apos;%2&apos;, which are the last axis</source>
        <translation>&apos;%1&apos; normalisiert Achse 1 und ist in die Merkmale von &apos;%2&apos; gefaltet, die die letzte Achse sind</translation>
    </message>
    <message>
        <source>%1 {1:instruction that reads|instructions that read} an input did not give what %2 gives</source>
        <translation>%1 {1:Instruktion, die eine Eingabe liest, gab|Instruktionen, die eine Eingabe lesen, gaben} nicht, was bei %2 herauskommt</translation>
    </message>
    <message>
        <source>%1 {1:instruction that reads|instructions that read} an input gave what %2 gives</source>
        <translation>%1 {1:Instruktion, die eine Eingabe liest, gab|Instruktionen, die eine Eingabe lesen, gaben}, was bei %2 herauskommt</translation>
    </message>
    <message>
        <source>paired with %1; no instruction that reads an input could be looked at</source>
        <translation>gepaart mit %1; keine Instruktion, die eine Eingabe liest, konnte angesehen werden</translation>
    </message>
    <message>
        <source>case %1</source>
        <translation>Fall %1</translation>
    </message>
    <message>
        <source>the example inputs</source>
        <translation>den Beispieleingaben</translation>
    </message>
    <message>
        <source>a delegate logged input %1: it was fed %2</source>
        <translation>ein Delegate zeichnete Eingabe %1 auf: sie wurde %2 übergeben</translation>
    </message>
    <message>
        <source>the instructions that read input %1 gave what they give when it is fed %2</source>
        <translation>die Instruktionen, die Eingabe %1 lesen, gaben, was sie geben, wenn sie %2 übergeben wird</translation>
    </message>
    <message>
        <source>with other values</source>
        <translation>mit anderen Werten</translation>
    </message>
    <message>
        <source>with other indices</source>
        <translation>mit anderen Indizes</translation>
    </message>
    <message>
        <source>as %1 in place of %2</source>
        <translation>als %1 statt %2</translation>
    </message>
    <message>
        <source>plus %1</source>
        <translation>plus %1</translation>
    </message>
    <message>
        <source>minus %1</source>
        <translation>minus %1</translation>
    </message>
    <message>
        <source>no run is known to belong to a case</source>
        <translation>von keinem Lauf ist bekannt, dass er zu einem Fall gehört</translation>
    </message>
    <message>
        <source>times 2 minus 1</source>
        <translation>mal 2 minus 1</translation>
    </message>
    <message>
        <source>plus 1 divided by 2</source>
        <translation>plus 1 geteilt durch 2</translation>
    </message>
    <message>
        <source>divided by 127.5 minus 1</source>
        <translation>geteilt durch 127.5 minus 1</translation>
    </message>
    <message>
        <source>plus 1 times 127.5</source>
        <translation>plus 1 mal 127.5</translation>
    </message>
    <message>
        <source>plus 1</source>
        <translation>plus 1</translation>
    </message>
    <message>
        <source>minus 1</source>
        <translation>minus 1</translation>
    </message>
    <message>
        <source>normalised with the means and deviations of ImageNet</source>
        <translation>mit den Mittelwerten und Abweichungen von ImageNet normalisiert</translation>
    </message>
    <message>
        <source>without the means and deviations of ImageNet</source>
        <translation>ohne die Mittelwerte und Abweichungen von ImageNet</translation>
    </message>
    <message>
        <source>as numbers from 0 to 255, without the means and deviations of ImageNet</source>
        <translation>als Zahlen von 0 bis 255, ohne die Mittelwerte und Abweichungen von ImageNet</translation>
    </message>
    <message>
        <source>with means and deviations of 0.5 in place of those of ImageNet</source>
        <translation>mit Mittelwerten und Abweichungen von 0.5 statt denen von ImageNet</translation>
    </message>
    <message>
        <source>with the means and deviations of ImageNet in place of 0.5</source>
        <translation>mit den Mittelwerten und Abweichungen von ImageNet statt 0.5</translation>
    </message>
    <message>
        <source>with its channels in reverse order</source>
        <translation>mit ihren Kanälen in umgekehrter Reihenfolge</translation>
    </message>
    <message>
        <source>mirrored along axis %1</source>
        <translation>gespiegelt entlang Achse %1</translation>
    </message>
    <message>
        <source>shifted by %1 along axis %2</source>
        <translation>um %1 verschoben entlang Achse %2</translation>
    </message>
    <message>
        <source>as zeros</source>
        <translation>als Nullen</translation>
    </message>
    <message>
        <source>divided by %1</source>
        <translation>geteilt durch %1</translation>
    </message>
    <message>
        <source>times %1</source>
        <translation>mal %1</translation>
    </message>
    <message>
        <source>with its axes in another order than the method reads them</source>
        <translation>mit ihren Achsen in anderer Reihenfolge, als die Methode sie liest</translation>
    </message>
    <message>
        <source>input &apos;%1&apos;</source>
        <translation>Eingabe &apos;%1&apos;</translation>
    </message>
    <message>
        <source>a constant</source>
        <translation>eine Konstante</translation>
    </message>
    <message>
        <source>what &apos;%1&apos; gives</source>
        <translation>was &apos;%1&apos; gibt</translation>
    </message>
    <message>
        <source>what instruction %1 gives</source>
        <translation>was Instruktion %1 gibt</translation>
    </message>
    <message>
        <source>delegate %1 runs %2 where the record has %3</source>
        <translation>Delegate %1 führt %2 aus, wo der Record %3 hat</translation>
    </message>
    <message>
        <source>it runs %1 where the record has %2</source>
        <translation>sie führt %1 aus, wo der Record %2 hat</translation>
    </message>
    <message>
        <source>it reads %1 as &apos;%2&apos;, in the record that is %3</source>
        <translation>sie liest %1 als &apos;%2&apos;, im Record ist das %3</translation>
    </message>
    <message>
        <source>its result is %1, in the record it is %2</source>
        <translation>ihr Ergebnis ist %1, im Record ist es %2</translation>
    </message>
    <message>
        <source>; it is another method&apos;s</source>
        <translation>; sie ist die einer anderen Methode</translation>
    </message>
    <message>
        <source>; it is &apos;%1&apos; of the record with its axes in another order</source>
        <translation>; sie ist &apos;%1&apos; des Records mit ihren Achsen in anderer Reihenfolge</translation>
    </message>
    <message>
        <source>; it is &apos;%1&apos; of the record</source>
        <translation>; sie ist &apos;%1&apos; des Records</translation>
    </message>
    <message>
        <source>; it is the record&apos;s transposed</source>
        <translation>; sie ist die des Records, transponiert</translation>
    </message>
    <message>
        <source>; it is the record&apos;s with its axes in another order</source>
        <translation>; sie ist die des Records mit ihren Achsen in anderer Reihenfolge</translation>
    </message>
    <message>
        <source>%1 of %2 {2:element|elements}, first %3: %4 in the program, %5 in the record</source>
        <translation>%1 von %2 {2:Element|Elementen}, zuerst %3: %4 im Programm, %5 im Record</translation>
    </message>
    <message>
        <source>the inputs of case %1</source>
        <translation>den Eingaben von Fall %1</translation>
    </message>
    <message>
        <source>two sources of the expected outputs of %1 are not of one model: %2 of %3 differ, first %4 from %5</source>
        <translation>zwei Quellen der erwarteten Ausgaben von %1 sind nicht von einem Modell: %2 von %3 weichen ab, zuerst %4 von %5</translation>
    </message>
    <message>
        <source>the output files and what the runs logged of %1 contradict each other: %2 of %3 differ, first %4 from %5</source>
        <translation>die Ausgabedateien und was die Läufe von %1 aufzeichneten widersprechen sich: %2 von %3 weichen ab, zuerst %4 von %5</translation>
    </message>
    <message>
        <source>the runner does not start</source>
        <translation>der Runner startet nicht</translation>
    </message>
    <message>
        <source>the runner takes the value of get_max_seq_len</source>
        <translation>der Runner nimmt den Wert von get_max_seq_len</translation>
    </message>
    <message>
        <source>the runner takes the tokenizer&apos;s</source>
        <translation>der Runner nimmt den des Tokenizers</translation>
    </message>
    <message>
        <source>the runner assumes false: it feeds prompts token by token</source>
        <translation>der Runner nimmt false an: er gibt Prompts Token für Token ein</translation>
    </message>
    <message>
        <source>the runner assumes true</source>
        <translation>der Runner nimmt true an</translation>
    </message>
    <message>
        <source>the runner assumes false</source>
        <translation>der Runner nimmt false an</translation>
    </message>
    <message>
        <source>the runner takes the whole context</source>
        <translation>der Runner nimmt den ganzen Kontext</translation>
    </message>
    <message>
        <source>the key is there already; only the first is visible to the runtime</source>
        <translation>der Schlüssel ist schon da; nur der erste ist für die Laufzeit sichtbar</translation>
    </message>
    <message>
        <source>nothing follows the prefix %1</source>
        <translation>nach dem Präfix %1 kommt nichts</translation>
    </message>
    <message>
        <source>the exporter added the prefix twice; readers look for it once</source>
        <translation>der Exporter setzte das Präfix zweimal davor; Leser suchen es einmal</translation>
    </message>
    <message>
        <source>the key is not ASCII or longer than 65,535 bytes</source>
        <translation>der Schlüssel ist nicht ASCII oder länger als 65 535 Bytes</translation>
    </message>
    <message>
        <source>the key does not follow the convention namespace.field in lower case</source>
        <translation>der Schlüssel folgt nicht der Konvention namespace.field in Kleinbuchstaben</translation>
    </message>
    <message>
        <source>expected %1, found %2 of %3 bytes</source>
        <translation>erwartet ist %1, gefunden %2 von %3 Bytes</translation>
    </message>
    <message>
        <source>expected %1, found %2</source>
        <translation>erwartet ist %1, gefunden %2</translation>
    </message>
    <message>
        <source>a flag is 0 or 1, this is %1</source>
        <translation>ein Flag ist 0 oder 1, dies ist %1</translation>
    </message>
    <message>
        <source>the value is negative: %1</source>
        <translation>der Wert ist negativ: %1</translation>
    </message>
    <message>
        <source>the most tokens of a call, %1, are more than the context holds, %2</source>
        <translation>die meisten Token eines Aufrufs, %1, sind mehr, als der Kontext fasst, %2</translation>
    </message>
    <message>
        <source>token %1 is outside the vocabulary of %2</source>
        <translation>Token %1 ist außerhalb des Vokabulars von %2</translation>
    </message>
    <message>
        <source>the value differs from that of %1</source>
        <translation>der Wert weicht von dem von %1 ab</translation>
    </message>
    <message>
        <source>some values have a leading type byte and some have not: two exporters were involved</source>
        <translation>manche Werte haben ein Typ-Byte am Anfang und manche nicht: zwei Exporter waren beteiligt</translation>
    </message>
    <message>
        <source>read by the %1: %2</source>
        <translation>gelesen vom %1: %2</translation>
    </message>
    <message>
        <source>absent, and %1</source>
        <translation>nicht da, und %1</translation>
    </message>
    <message>
        <source>the vocabulary has %1 tokens, the first output of %2 gives %3 logits</source>
        <translation>das Vokabular hat %1 Token, die erste Ausgabe von %2 gibt %3 Logits</translation>
    </message>
    <message>
        <source>it is set, but every input of %1 has one shape only</source>
        <translation>es ist gesetzt, aber jede Eingabe von %1 hat nur eine Form</translation>
    </message>
    <message>
        <source>the context holds %1 tokens, but no dimension of %2 in %3 is that long</source>
        <translation>der Kontext fasst %1 Token, aber keine Dimension von %2 in %3 ist so lang</translation>
    </message>
    <message>
        <source>the %1 calls %2, which the program does not have</source>
        <translation>der %1 ruft %2 auf, die das Programm nicht hat</translation>
    </message>
    <message>
        <source>; it has %1</source>
        <translation>; es hat %1</translation>
    </message>
    <message>
        <source>the %1 takes %2 {2:output|outputs} of %3, which gives %4</source>
        <translation>der %1 nimmt %2 {2:Ausgabe|Ausgaben} von %3, die %4 gibt</translation>
    </message>
    <message>
        <source>%1 a cache, for which %2 takes 2 inputs (%3); it takes 1, so each call would see the newest token alone</source>
        <translation>%1 einen Cache, für den %2 2 Eingaben nimmt (%3); sie nimmt 1, jeder Aufruf sähe also nur das neueste Token</translation>
    </message>
    <message>
        <source>use_kv_cache announces</source>
        <translation>use_kv_cache kündigt an:</translation>
    </message>
    <message>
        <source>without use_kv_cache the runner assumes</source>
        <translation>ohne use_kv_cache erwartet der Runner</translation>
    </message>
    <message>
        <source>the %1 gives %2 %3 {3:input|inputs} (%4), the method takes %5</source>
        <translation>der %1 gibt %2 %3 {3:Eingabe|Eingaben} (%4), die Methode nimmt %5</translation>
    </message>
    <message>
        <source>the %1 gives %2 as a tensor, the method takes none there</source>
        <translation>der %1 gibt %2 als Tensor, die Methode nimmt dort keinen</translation>
    </message>
    <message>
        <source>the %1 gives %2 as %3, %4 takes %5</source>
        <translation>der %1 gibt %2 als %3, %4 nimmt %5</translation>
    </message>
    <message>
        <source>real numbers</source>
        <translation>reelle Zahlen</translation>
    </message>
    <message>
        <source>the %1 samples logits of f32, f16, bf16 or u16; %2 gives %3</source>
        <translation>der %1 nimmt Logits in f32, f16, bf16 oder u16; %2 gibt %3</translation>
    </message>
    <message>
        <source>token %1 is beyond the %2 logits of %3</source>
        <translation>Token %1 liegt jenseits der %2 Logits von %3</translation>
    </message>
    <message>
        <source>get_max_seq_len promises calls of %1 tokens, %2 takes at most %3 in a call</source>
        <translation>get_max_seq_len verspricht Aufrufe mit %1 Token, %2 nimmt höchstens %3 je Aufruf</translation>
    </message>
    <message>
        <source>the %1 feeds tokens one by one here, %2 takes %3 in every call</source>
        <translation>der %1 gibt hier Token für Token ein, %2 nimmt %3 in jedem Aufruf</translation>
    </message>
    <message>
        <source>%1 takes up to %2 tokens in a call, the context holds %3</source>
        <translation>%1 nimmt bis zu %2 Token je Aufruf, der Kontext fasst %3</translation>
    </message>
    <message>
        <source>%1 takes up to %2 tokens in a call and %3 positions, and the runner gives as many of both</source>
        <translation>%1 nimmt bis zu %2 Token je Aufruf und %3 Positionen, und der Runner gibt von beiden gleich viele</translation>
    </message>
    <message>
        <source>%1 gives embeddings of width %2, %3 takes width %4</source>
        <translation>%1 gibt Embeddings der Breite %2, %3 nimmt Breite %4</translation>
    </message>
    <message>
        <source>type %1; delegated ones have %2</source>
        <translation>Typ %1; delegierte haben %2</translation>
    </message>
    <message>
        <source>tensors of rank %1; delegated ones of rank %2</source>
        <translation>Tensoren vom Rang %1; delegierte vom Rang %2</translation>
    </message>
    <message>
        <source>a size is dynamic; delegated ones have fixed sizes only</source>
        <translation>eine Größe ist dynamisch; delegierte haben nur feste Größen</translation>
    </message>
    <message>
        <source>no delegate of %1 in this session has this operator</source>
        <translation>kein Delegate von %1 in dieser Sitzung hat diesen Operator</translation>
    </message>
    <message>
        <source>%1 runs %2 of this operator; types, ranks and dynamic sizes do not tell these apart</source>
        <translation>%1 führt %2 dieses Operators aus; Typen, Ränge und dynamische Größen unterscheiden diese nicht</translation>
    </message>
    <message>
        <source>%1 runs %2 of this operator; these differ</source>
        <translation>%1 führt %2 dieses Operators aus; diese sind anders</translation>
    </message>
    <message>
        <source>not in the edge graph: inserted after it, as to_executorch() does</source>
        <translation>nicht im Edge-Graphen: danach eingefügt, wie to_executorch() es tut</translation>
    </message>
    <message>
        <source>no node of the edge graph stands behind it; stage %1 has the operator</source>
        <translation>kein Knoten des Edge-Graphen steht dahinter; Stufe %1 hat den Operator</translation>
    </message>
    <message>
        <source>not known: a record of this export would tell</source>
        <translation>nicht bekannt: ein Record dieses Exports würde es sagen</translation>
    </message>
    <message>
        <source>not known: the record is of another export</source>
        <translation>nicht bekannt: der Record ist von einem anderen Export</translation>
    </message>
    <message>
        <source>as %1 has it</source>
        <translation>wie bei %1</translation>
    </message>
    <message>
        <source>stored once, and added behind inputs of %1 scales: %2</source>
        <translation>einmal gespeichert, und hinter Eingaben mit %1 Skalen addiert: %2</translation>
    </message>
    <message>
        <source>give each call a layer of its own, with a copy of weight and bias, or leave the layer out of the quantisation</source>
        <translation>jedem Aufruf eine eigene Schicht mit einer Kopie von Gewicht und Bias geben, oder die Schicht von der Quantisierung ausnehmen</translation>
    </message>
    <message>
        <source>the bias %1 is %2</source>
        <translation>der Bias %1 ist %2</translation>
    </message>
    <message>
        <source>called again</source>
        <translation>noch einmal aufgerufen</translation>
    </message>
    <message>
        <source>runs before the rest of %1</source>
        <translation>läuft vor dem Rest von %1</translation>
    </message>
    <message>
        <source>runs after the rest of %1</source>
        <translation>läuft nach dem Rest von %1</translation>
    </message>
    <message>
        <source>like %1</source>
        <translation>wie %1</translation>
    </message>
    <message>
        <source>placed here because it takes what %1 makes</source>
        <translation>steht hier, weil es nimmt, was %1 erzeugt</translation>
    </message>
    <message>
        <source>placed here because it takes what %1 and %2 more make</source>
        <translation>steht hier, weil es nimmt, was %1 und %2 weitere erzeugen</translation>
    </message>
    <message>
        <source>placed here because only %1 uses it</source>
        <translation>steht hier, weil nur %1 es benutzt</translation>
    </message>
    <message>
        <source>placed here because only %1 and %2 more use it</source>
        <translation>steht hier, weil nur %1 und %2 weitere es benutzen</translation>
    </message>
    <message>
        <source>almost like %1: %2</source>
        <translation>fast wie %1: %2</translation>
    </message>
    <message>
        <source>the bias of %1 inside delegate %2 is %3</source>
        <translation>der Bias von %1 in Delegate %2 ist %3</translation>
    </message>
    <message>
        <source>%1 of %2 %3 are the record&apos;s with the batch norm behind them folded in</source>
        <translation>%1 von %2 %3 sind die des Records, mit der Batch-Norm dahinter eingerechnet</translation>
    </message>
    <message>
        <source>; %1 {1:is|are} the record&apos;s with the batch norm behind {1:it|them} folded in</source>
        <translation>; %1 {1:ist das|sind die} des Records, mit der Batch-Norm dahinter eingerechnet</translation>
    </message>
    <message>
        <source>no value of it was logged</source>
        <translation>kein Wert davon wurde aufgezeichnet</translation>
    </message>
    <message>
        <source>it has no reference value</source>
        <translation>es hat keinen Referenzwert</translation>
    </message>
    <message>
        <source>its values cannot be compared</source>
        <translation>seine Werte lassen sich nicht vergleichen</translation>
    </message>
    <message>
        <source>none of its values was logged: its operators run inside a delegate, or as part of other calls</source>
        <translation>keiner seiner Werte wurde aufgezeichnet: seine Operatoren laufen in einem Delegate oder als Teil anderer Aufrufe</translation>
    </message>
    <message>
        <source>how far rounding moves it is not known: it follows from memory that nobody wrote, or from a delegate that quantises with numbers of its own</source>
        <translation>wie weit Rundung es bewegt, ist nicht bekannt: es folgt aus Speicher, den niemand schrieb, oder aus einem Delegate, das mit eigenen Zahlen quantisiert</translation>
    </message>
    <message>
        <source>how far rounding moves it is not known: the call, or those before it, could not be judged</source>
        <translation>wie weit Rundung es bewegt, ist nicht bekannt: der Aufruf oder die davor ließen sich nicht beurteilen</translation>
    </message>
    <message>
        <source>only of computed references is known what they would be on other caches</source>
        <translation>nur von berechneten Referenzen ist bekannt, was sie auf anderen Caches wären</translation>
    </message>
    <message>
        <source>what the run left in it was not logged</source>
        <translation>was der Lauf darin hinterließ, wurde nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>what the run left in it has no reference</source>
        <translation>für das, was der Lauf darin hinterließ, gibt es keine Referenz</translation>
    </message>
    <message>
        <source>what run %1 left in %2 is not known</source>
        <translation>was Lauf %1 in %2 hinterließ, ist nicht bekannt</translation>
    </message>
    <message>
        <source>nothing says that the run began with another state than its case expects</source>
        <translation>nichts sagt, dass der Lauf mit einem anderen Zustand begann, als sein Fall erwartet</translation>
    </message>
    <message>
        <source>one side is a value of another kind</source>
        <translation>eine Seite ist ein Wert anderer Art</translation>
    </message>
    <message>
        <source>only the rank differs</source>
        <translation>nur der Rang weicht ab</translation>
    </message>
    <message>
        <source>only the rank differs: the one element agrees</source>
        <translation>nur der Rang weicht ab: das eine Element stimmt überein</translation>
    </message>
    <message>
        <source>the rank differs, and the one element, too</source>
        <translation>der Rang weicht ab, und das eine Element auch</translation>
    </message>
    <message>
        <source>aligned: the reference is %1, the runtime value %2</source>
        <translation>angeglichen: die Referenz ist %1, der Wert der Laufzeit %2</translation>
    </message>
    <message>
        <source>%1 NaN in the runtime where the reference is finite, first at %2</source>
        <translation>%1 NaN in der Laufzeit, wo die Referenz endlich ist, zuerst bei %2</translation>
    </message>
    <message>
        <source>%1 infinite in the runtime where the reference is finite, first at %2</source>
        <translation>%1 unendlich in der Laufzeit, wo die Referenz endlich ist, zuerst bei %2</translation>
    </message>
    <message>
        <source>%1 NaN in the reference where the runtime is finite, first at %2</source>
        <translation>%1 NaN in der Referenz, wo die Laufzeit endlich ist, zuerst bei %2</translation>
    </message>
    <message>
        <source>%1 infinite in the reference where the runtime is finite, first at %2</source>
        <translation>%1 unendlich in der Referenz, wo die Laufzeit endlich ist, zuerst bei %2</translation>
    </message>
    <message>
        <source>the runtime&apos;s values are all zero</source>
        <translation>die Werte der Laufzeit sind alle null</translation>
    </message>
    <message>
        <source>%1 NaN on both sides, which differ unless NaN is told to equal NaN</source>
        <translation>%1 NaN auf beiden Seiten, die abweichen, solange NaN nicht als gleich gilt</translation>
    </message>
    <message>
        <source>no tensor of the session is close to it</source>
        <translation>kein Tensor der Sitzung ist ihm nah</translation>
    </message>
    <message>
        <source>its values say nothing: it makes room for others</source>
        <translation>seine Werte sagen nichts: er schafft Platz für andere</translation>
    </message>
    <message>
        <source>nothing tells which of %1 nodes of its debug handle it is</source>
        <translation>nichts sagt, welcher von %1 Knoten seines Debug-Handles er ist</translation>
    </message>
    <message>
        <source>its debug handle is that of several calls, and no node of it runs its operator</source>
        <translation>sein Debug-Handle ist das mehrerer Aufrufe, und kein Knoten davon führt seinen Operator aus</translation>
    </message>
    <message>
        <source>nothing tells which of %1 values of its nodes an output is</source>
        <translation>nichts sagt, welcher von %1 Werten seiner Knoten eine Ausgabe ist</translation>
    </message>
    <message>
        <source>it has %1 results and logged %2</source>
        <translation>er hat %1 {1:Ergebnis|Ergebnisse} und zeichnete %2 auf</translation>
    </message>
    <message>
        <source>aligned: the reference is %1, the run logged %2</source>
        <translation>angeglichen: die Referenz ist %1, der Lauf zeichnete %2 auf</translation>
    </message>
    <message>
        <source>both sides hold the same infinities, of which the original makes NaN; all elements agree</source>
        <translation>beide Seiten enthalten dieselben Unendlichen, aus denen das Original NaN macht; alle Elemente stimmen überein</translation>
    </message>
    <message>
        <source>the value is not row-major; the original takes it so, and so does `gap`. The metrics respect the strides</source>
        <translation>der Wert ist nicht zeilenweise abgelegt; das Original nimmt ihn so, und `gap` auch. Die Metriken beachten die Schrittweiten</translation>
    </message>
    <message>
        <source>the reference is %1, the run logged %2</source>
        <translation>die Referenz ist %1, der Lauf zeichnete %2 auf</translation>
    </message>
    <message>
        <source>judged by %1</source>
        <translation>beurteilt nach: %1</translation>
    </message>
    <message>
        <source>its value could not be computed: what follows goes on from the run&apos;s</source>
        <translation>sein Wert ließ sich nicht berechnen: was folgt, geht von dem des Laufs aus</translation>
    </message>
    <message>
        <source>%1 is damaged</source>
        <translation>%1 ist beschädigt</translation>
    </message>
    <message>
        <source>Copy the ETDump again, or run the program again</source>
        <translation>Das ETDump noch einmal kopieren, oder das Programm noch einmal ausführen</translation>
    </message>
    <message>
        <source>%1 records no execution</source>
        <translation>%1 enthält keine Ausführung</translation>
    </message>
    <message>
        <source>It holds %1 {1:block|blocks}, none of them a run of a method</source>
        <translation>Es enthält %1 {1:Block|Blöcke}, keiner davon ist ein Lauf einer Methode</translation>
    </message>
    <message>
        <source>Add the ETDump of a run</source>
        <translation>Das ETDump eines Laufs hinzufügen</translation>
    </message>
    <message>
        <source>The debug buffer of %1 is missing</source>
        <translation>Der Debug-Puffer von %1 fehlt</translation>
    </message>
    <message>
        <source>Run %1 logged no values</source>
        <translation>Lauf %1 zeichnete keine Werte auf</translation>
    </message>
    <message>
        <source>Run with them: ETDumpGen with a debug buffer</source>
        <translation>Mit ihnen ausführen: ETDumpGen mit einem Debug-Puffer</translation>
    </message>
    <message>
        <source>The ETDump names the values that the run logged; their bytes are in the buffer</source>
        <translation>Das ETDump nennt die Werte, die der Lauf aufzeichnete; ihre Bytes stehen im Puffer</translation>
    </message>
    <message>
        <source>The ETRecord is missing</source>
        <translation>Das ETRecord fehlt</translation>
    </message>
    <message>
        <source>It holds the graphs that reference values are computed from, and tells which node an instruction came from</source>
        <translation>Es enthält die Graphen, aus denen Referenzwerte berechnet werden, und sagt, von welchem Knoten eine Instruktion stammt</translation>
    </message>
    <message>
        <source>Add the ETRecord of this export (.etrecord)</source>
        <translation>Das ETRecord dieses Exports hinzufügen (.etrecord)</translation>
    </message>
    <message>
        <source>The ETDump names the values that its runs logged; their bytes are in the buffer</source>
        <translation>Das ETDump nennt die Werte, die seine Läufe aufzeichneten; ihre Bytes stehen im Puffer</translation>
    </message>
    <message>
        <source>The ETDump of a run is missing</source>
        <translation>Das ETDump eines Laufs fehlt</translation>
    </message>
    <message>
        <source>It tells what the runtime did, and names the values it logged</source>
        <translation>Es sagt, was die Laufzeit tat, und nennt die Werte, die sie aufzeichnete</translation>
    </message>
    <message>
        <source>Add the ETDump of a run (.etdp) with its debug buffer (.dbg)</source>
        <translation>Das ETDump eines Laufs (.etdp) mit seinem Debug-Puffer (.dbg) hinzufügen</translation>
    </message>
    <message>
        <source>No run is known to be of %1</source>
        <translation>Von keinem Lauf ist bekannt, dass er von %1 ist</translation>
    </message>
    <message>
        <source>The runs of this session are of other methods</source>
        <translation>Die Läufe dieser Sitzung sind von anderen Methoden</translation>
    </message>
    <message>
        <source>Nothing tells which method these runs executed: %1</source>
        <translation>Nichts sagt, welche Methode diese Läufe ausführten: %1</translation>
    </message>
    <message>
        <source>Add the ETDump of a run of %1</source>
        <translation>Das ETDump eines Laufs von %1 hinzufügen</translation>
    </message>
    <message>
        <source>The record has no edge graph of %1</source>
        <translation>Das Record hat keinen Edge-Graphen von %1</translation>
    </message>
    <message>
        <source>Reference values are those of its nodes</source>
        <translation>Referenzwerte sind die seiner Knoten</translation>
    </message>
    <message>
        <source>Add the ETRecord of the export with %1</source>
        <translation>Das ETRecord des Exports mit %1 hinzufügen</translation>
    </message>
    <message>
        <source>Nothing tells which nodes the instructions of %1 are</source>
        <translation>Nichts sagt, welche Knoten die Instruktionen von %1 sind</translation>
    </message>
    <message>
        <source>The record&apos;s debug_handle_map has no instruction of %1, so the values that a run logged cannot be held against those of nodes</source>
        <translation>Die debug_handle_map des Records hat keine Instruktion von %1, also lassen sich die Werte, die ein Lauf aufzeichnete, nicht gegen die von Knoten halten</translation>
    </message>
    <message>
        <source>No edge node of %1 carries a debug handle</source>
        <translation>Kein Edge-Knoten von %1 trägt ein Debug-Handle</translation>
    </message>
    <message>
        <source>The values that a run logged cannot be held against those of nodes</source>
        <translation>Die Werte, die ein Lauf aufzeichnete, lassen sich nicht gegen die von Knoten halten</translation>
    </message>
    <message>
        <source>the elements in their order</source>
        <translation>die Elemente in ihrer Reihenfolge</translation>
    </message>
    <message>
        <source>maximum tokens per call, prompt included</source>
        <translation>höchste Tokenzahl je Aufruf, mit dem Prompt</translation>
    </message>
    <message>
        <source>most tokens the cache holds</source>
        <translation>höchste Zahl von Token, die der Cache fasst</translation>
    </message>
    <message>
        <source>number of tokens</source>
        <translation>Zahl der Token</translation>
    </message>
    <message>
        <source>token that begins a sequence</source>
        <translation>Token, mit dem eine Folge beginnt</translation>
    </message>
    <message>
        <source>token that ends a sequence</source>
        <translation>Token, mit dem eine Folge endet</translation>
    </message>
    <message>
        <source>tokens that end a sequence</source>
        <translation>Token, mit denen eine Folge endet</translation>
    </message>
    <message>
        <source>prompt length is dynamic</source>
        <translation>die Länge des Prompts ist dynamisch</translation>
    </message>
    <message>
        <source>uses a KV cache</source>
        <translation>verwendet einen KV-Cache</translation>
    </message>
    <message>
        <source>attention is the custom operator sdpa_with_kv_cache</source>
        <translation>die Attention ist der eigene Operator sdpa_with_kv_cache</translation>
    </message>
    <message>
        <source>number of layers</source>
        <translation>Zahl der Schichten</translation>
    </message>
    <message>
        <source>tokens that local attention looks back</source>
        <translation>Token, die lokale Attention zurückblickt</translation>
    </message>
    <message>
        <source>tokens of one autoregressive step</source>
        <translation>Token eines autoregressiven Schritts</translation>
    </message>
    <message>
        <source>width of the model</source>
        <translation>Breite des Modells</translation>
    </message>
    <message>
        <source>width of an attention head</source>
        <translation>Breite eines Attention-Heads</translation>
    </message>
    <message>
        <source>most sequences of one call</source>
        <translation>höchste Zahl von Folgen eines Aufrufs</translation>
    </message>
    <message>
        <source>number of tokens put before a prompt</source>
        <translation>Zahl der Token, die vor einen Prompt gesetzt werden</translation>
    </message>
    <message>
        <source>number of tokens put behind a prompt</source>
        <translation>Zahl der Token, die hinter einen Prompt gesetzt werden</translation>
    </message>
    <message>
        <source>number of key and value heads</source>
        <translation>Zahl der Key- und Value-Heads</translation>
    </message>
    <message>
        <source>bits of an element of the cache</source>
        <translation>Bits eines Elements des Caches</translation>
    </message>
    <message>
        <source>scale of the quantized logits</source>
        <translation>Skala der quantisierten Logits</translation>
    </message>
    <message>
        <source>zero point of the quantized logits</source>
        <translation>Nullpunkt der quantisierten Logits</translation>
    </message>
    <message>
        <source>recurrent layers of the prediction network</source>
        <translation>rekurrente Schichten des Prediction Network</translation>
    </message>
    <message>
        <source>width of the prediction network</source>
        <translation>Breite des Prediction Network</translation>
    </message>
    <message>
        <source>token that stands for no text</source>
        <translation>Token, das für keinen Text steht</translation>
    </message>
    <message>
        <source>samples of audio a second</source>
        <translation>Abtastwerte der Tonspur je Sekunde</translation>
    </message>
    <message>
        <source>seconds between frames of features</source>
        <translation>Sekunden zwischen Frames der Merkmale</translation>
    </message>
    <message>
        <source>frames of features for one of the encoder</source>
        <translation>Frames der Merkmale für einen des Encoders</translation>
    </message>
    <message>
        <source>Jinja template of a conversation</source>
        <translation>Jinja-Vorlage einer Unterhaltung</translation>
    </message>
    <message>
        <source>name of the model</source>
        <translation>Name des Modells</translation>
    </message>
    <message>
        <source>architecture of the model</source>
        <translation>Architektur des Modells</translation>
    </message>
    <message>
        <source>kind of tokenizer</source>
        <translation>Art des Tokenizers</translation>
    </message>
    <message>
        <source>&apos;%1&apos; of the program has other elements than the record&apos;s</source>
        <translation>&apos;%1&apos; des Programms hat andere Elemente als das des Records</translation>
    </message>
    <message>
        <source>; it is inside a delegate, which is not computed with it</source>
        <translation>; es liegt in einem Delegate, das nicht damit berechnet wird</translation>
    </message>
    <message>
        <source>the program holds %1 {1:weight|weights} rounded to a shorter type (%2 as %3), which the graph is not computed with</source>
        <translation>das Programm enthält %1 {1:Gewicht|Gewichte} auf einen kürzeren Typ gerundet (%2 als %3), womit der Graph nicht berechnet wird</translation>
    </message>
    <message>
        <source>%1 {1:weight|weights} of the program {1:is one|are tensors} of the record</source>
        <translation>%1 {1:Gewicht|Gewichte} des Programms {1:ist eines|sind Tensoren} des Records</translation>
    </message>
    <message>
        <source>of %1 {1:weight|weights} of the program nothing tells the record&apos;s</source>
        <translation>von %1 {1:Gewicht|Gewichten} des Programms sagt nichts, welche des Records sie sind</translation>
    </message>
    <message>
        <source>what %1 {1:delegate|delegates} of the program may hold is not decoded: unknown</source>
        <translation>was %1 {1:Delegate|Delegates} des Programms enthalten kann, ist nicht dekodiert: unbekannt</translation>
    </message>
    <message>
        <source>the state begins with %1</source>
        <translation>der Zustand beginnt mit %1</translation>
    </message>
    <message>
        <source>%1, with %2</source>
        <translation>%1, mit %2</translation>
    </message>
    <message>
        <source>the program&apos;s values of %1</source>
        <translation>den Werten des Programms von %1</translation>
    </message>
    <message>
        <source>what delegates were given for %1</source>
        <translation>dem, was Delegates für %1 bekamen</translation>
    </message>
    <message>
        <source>the record&apos;s values of %1: nothing tells those of the runtime</source>
        <translation>den Werten des Records von %1: nichts sagt die der Laufzeit</translation>
    </message>
    <message>
        <source>zeros in %1, as runtimes do unless the program carries values</source>
        <translation>Nullen in %1, wie Laufzeiten es tun, wenn das Programm keine Werte mitbringt</translation>
    </message>
    <message>
        <source>zeros in %1, of which the program carries no values</source>
        <translation>Nullen in %1, wofür das Programm keine Werte mitbringt</translation>
    </message>
    <message>
        <source>the state is carried through %1</source>
        <translation>der Zustand ist fortgeführt durch %1</translation>
    </message>
    <message>
        <source>%1, carried through %2</source>
        <translation>%1, fortgeführt durch %2</translation>
    </message>
    <message>
        <source>; what run %1 left in it is not known: it belongs to no case</source>
        <translation>; was Lauf %1 darin hinterließ, ist nicht bekannt: er gehört zu keinem Fall</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>runs %1 to %2</source>
        <translation>Läufe %1 bis %2</translation>
    </message>
    <message>
        <source>; what %1 left in it is not known: %2</source>
        <translation>; was danach darin stand (%1), ist nicht bekannt: %2</translation>
    </message>
    <message>
        <source>the run belongs to case %1, whose inputs no file has</source>
        <translation>der Lauf gehört zu Fall %1, dessen Eingaben keine Datei hat</translation>
    </message>
    <message>
        <source>a weight is not known: %1</source>
        <translation>ein Gewicht ist nicht bekannt: %1</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not computed: %2</source>
        <translation>&apos;%1&apos; wird nicht berechnet: %2</translation>
    </message>
    <message>
        <source>cases 0 to %1</source>
        <translation>Fälle 0 bis %1</translation>
    </message>
    <message>
        <source>stage %1 is not computed: %2</source>
        <translation>Stufe %1 wird nicht berechnet: %2</translation>
    </message>
    <message>
        <source>whether the case goes on from the cases before it is not recorded; it was computed so</source>
        <translation>ob der Fall von den Fällen davor ausgeht, ist nicht aufgezeichnet; so wurde er berechnet</translation>
    </message>
    <message>
        <source>the example inputs are those of case %1: its outputs follow from them</source>
        <translation>die Beispieleingaben sind die von Fall %1: seine Ausgaben folgen aus ihnen</translation>
    </message>
    <message>
        <source>no reference outputs are recorded to be of the example inputs, and none follow from them</source>
        <translation>von keinen Referenzausgaben ist aufgezeichnet, dass sie zu den Beispieleingaben gehören, und keine folgen aus ihnen</translation>
    </message>
    <message>
        <source>quantisation is left at &apos;%1&apos;: differences behind it are its doing</source>
        <translation>bei &apos;%1&apos; endet die Quantisierung: Abweichungen dahinter kommen von ihr</translation>
    </message>
    <message>
        <source>in delegates %1</source>
        <translation>in Delegates: %1</translation>
    </message>
    <message>
        <source>the program&apos;s constants cannot be computed with: %1</source>
        <translation>mit den Konstanten des Programms lässt sich nicht rechnen: %1</translation>
    </message>
    <message>
        <source>nothing of the program is known to differ from the graph</source>
        <translation>von nichts im Programm ist bekannt, dass es vom Graphen abweicht</translation>
    </message>
    <message>
        <source>nodes are not compared: %1</source>
        <translation>Knoten werden nicht verglichen: %1</translation>
    </message>
    <message>
        <source>looks like the memory order of another layout: axes %1 match</source>
        <translation>sieht nach der Speicherreihenfolge eines anderen Layouts aus: Achsen %1 passen</translation>
    </message>
    <message>
        <source>looks like the memory order of another layout: axes %1 fit better</source>
        <translation>sieht nach der Speicherreihenfolge eines anderen Layouts aus: Achsen %1 passen besser</translation>
    </message>
    <message>
        <source>looks transposed: axes %1 match</source>
        <translation>sieht transponiert aus: Achsen %1 passen</translation>
    </message>
    <message>
        <source>looks transposed: axes %1 fit better</source>
        <translation>sieht transponiert aus: Achsen %1 passen besser</translation>
    </message>
    <message>
        <source>types differ: %1 and %2, compared by value</source>
        <translation>die Typen weichen ab: %1 und %2, nach Wert verglichen</translation>
    </message>
    <message>
        <source>shapes differ: %1 and %2</source>
        <translation>die Formen weichen ab: %1 und %2</translation>
    </message>
    <message>
        <source>the runtime&apos;s elements are the reference&apos;s with the other sign</source>
        <translation>die Elemente der Laufzeit sind die der Referenz mit dem anderen Vorzeichen</translation>
    </message>
    <message>
        <source>the runtime&apos;s elements are the reference&apos;s times %1</source>
        <translation>die Elemente der Laufzeit sind die der Referenz mal %1</translation>
    </message>
    <message>
        <source>the runtime&apos;s elements are the reference&apos;s plus %1</source>
        <translation>die Elemente der Laufzeit sind die der Referenz plus %1</translation>
    </message>
    <message>
        <source>the runtime&apos;s elements are the reference&apos;s, mirrored along axis %1</source>
        <translation>die Elemente der Laufzeit sind die der Referenz, gespiegelt entlang Achse %1</translation>
    </message>
    <message>
        <source>the runtime&apos;s elements are the reference&apos;s, shifted by %1 along axis %2</source>
        <translation>die Elemente der Laufzeit sind die der Referenz, um %1 entlang Achse %2 verschoben</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>This could not be found out: %1</source>
        <translation>Das ließ sich nicht herausfinden: %1</translation>
    </message>
    <message>
        <source>no cause found</source>
        <translation>keine Ursache gefunden</translation>
    </message>
    <message>
        <source>%1 {1:cause|causes}</source>
        <translation>%1 {1:Ursache|Ursachen}</translation>
    </message>
    <message>
        <source>%1 {1:case|cases}</source>
        <translation>%1 {1:Fall|Fälle}</translation>
    </message>
    <message>
        <source>Show the outputs</source>
        <translation>Ausgaben zeigen</translation>
    </message>
    <message>
        <source>Show the operator</source>
        <translation>Operator zeigen</translation>
    </message>
    <message>
        <source>Show the weight</source>
        <translation>Gewicht zeigen</translation>
    </message>
    <message>
        <source>Show the causes</source>
        <translation>Ursachen zeigen</translation>
    </message>
    <message>
        <source>not all compared</source>
        <translation>nicht alles verglichen</translation>
    </message>
    <message>
        <source>nothing compared</source>
        <translation>nichts verglichen</translation>
    </message>
    <message>
        <source>no fault found</source>
        <translation>kein Fehler gefunden</translation>
    </message>
    <message>
        <source>How the files fit</source>
        <translation>Wie die Dateien passen</translation>
    </message>
    <message>
        <source>Show cost</source>
        <translation>Kosten zeigen</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>Dateien hinzufügen…</translation>
    </message>
    <message>
        <source>%1 {1:method|methods}</source>
        <translation>%1 {1:Methode|Methoden}</translation>
    </message>
    <message>
        <source>no model</source>
        <translation>kein Modell</translation>
    </message>
    <message>
        <source>None of the files holds a method</source>
        <translation>Keine der Dateien enthält eine Methode</translation>
    </message>
    <message>
        <source>%1 {1:error|errors}</source>
        <translation>%1 {1:Fehler|Fehler}</translation>
    </message>
    <message>
        <source>%1 {1:warning|warnings}</source>
        <translation>%1 {1:Warnung|Warnungen}</translation>
    </message>
    <message>
        <source>no warnings</source>
        <translation>keine Warnungen</translation>
    </message>
    <message>
        <source>Export checks</source>
        <translation>Prüfungen des Exports</translation>
    </message>
    <message>
        <source>Show the graph</source>
        <translation>Graph zeigen</translation>
    </message>
    <message>
        <source>No export check objects</source>
        <translation>Keine Prüfung des Exports beanstandet etwas</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source> (and %1 more {1:finding|findings})</source>
        <translation> (und %1 {1:weiterer Befund|weitere Befunde})</translation>
    </message>
    <message>
        <source>Show the checks</source>
        <translation>Prüfungen zeigen</translation>
    </message>
    <message>
        <source>%1 of %2 {2:output|outputs} {1:differs|differ}</source>
        <translation>%1 von %2 {2:Ausgabe|Ausgaben} {1:weicht|weichen} ab</translation>
    </message>
    <message>
        <source>No output was compared</source>
        <translation>Keine Ausgabe wurde verglichen</translation>
    </message>
    <message>
        <source>%1 {1:output matches|outputs match}</source>
        <translation>%1 {1:Ausgabe stimmt|Ausgaben stimmen} überein</translation>
    </message>
    <message>
        <source>%1 {1:matches|match}</source>
        <translation>%1 {1:stimmt|stimmen} überein</translation>
    </message>
    <message>
        <source>%1 cannot be compared</source>
        <translation>%1 nicht vergleichbar</translation>
    </message>
    <message>
        <source>%1 {1:has|have} one side only</source>
        <translation>%1 nur auf einer Seite vorhanden</translation>
    </message>
    <message>
        <source>%1 {1:call is|calls are} wrong</source>
        <translation>%1 {1:Aufruf ist|Aufrufe sind} falsch</translation>
    </message>
    <message>
        <source>%1 {1:call is|calls are} correct on what {1:it|they} read</source>
        <translation>%1 {1:Aufruf ist|Aufrufe sind} richtig für das, was {1:er las|sie lasen}</translation>
    </message>
    <message>
        <source>%1 could not be judged</source>
        <translation>%1 nicht beurteilbar</translation>
    </message>
    <message>
        <source>%1 {1:call|calls} wrong</source>
        <translation>%1 {1:Aufruf|Aufrufe} falsch</translation>
    </message>
    <message>
        <source>%1 of %2 {1:differs|differ}</source>
        <translation>%1 von %2 {1:weicht|weichen} ab</translation>
    </message>
    <message>
        <source>%1 of %2 {2:matches|match}</source>
        <translation>%1 von %2 {2:stimmt|stimmen}</translation>
    </message>
    <message>
        <source>%1 not comparable</source>
        <translation>%1 nicht vergleichbar</translation>
    </message>
    <message>
        <source>%1 % of it in %2 delegate {2:call|calls}</source>
        <translation>%1 % davon in %2 {2:Delegatenaufruf|Delegatenaufrufen}</translation>
    </message>
    <message>
        <source>%1 % of it in %2 {2:call|calls} of %3</source>
        <translation>%1 % davon in %2 {2:Aufruf|Aufrufen} von %3</translation>
    </message>
    <message>
        <source>The files hold %1</source>
        <translation>Die Dateien enthalten %1</translation>
    </message>
    <message>
        <source>No run says how long it takes</source>
        <translation>Kein Lauf sagt, wie lange es dauert</translation>
    </message>
    <message>
        <source>Where the bytes go</source>
        <translation>Wo die Bytes sind</translation>
    </message>
    <message>
        <source>Show the sizes</source>
        <translation>Größen zeigen</translation>
    </message>
    <message>
        <source>A run takes %1 (p50 of %2)</source>
        <translation>Ein Lauf dauert %1 (p50 von %2)</translation>
    </message>
    <message>
        <source>A run of %1 takes %2 (p50 of %3)</source>
        <translation>Ein Lauf von %1 dauert %2 (p50 von %3)</translation>
    </message>
    <message>
        <source>Show the time</source>
        <translation>Zeiten zeigen</translation>
    </message>
    <message>
        <source>no baseline</source>
        <translation>kein Vergleich</translation>
    </message>
    <message>
        <source>There is no other export to compare this one with</source>
        <translation>Es gibt keinen anderen Export zum Vergleichen</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>Vergleichen mit…</translation>
    </message>
    <message>
        <source>LLM runner</source>
        <translation>LLM-Runner</translation>
    </message>
    <message>
        <source>speech transducer runner</source>
        <translation>Sprach-Transducer-Runner</translation>
    </message>
    <message>
        <source>Qualcomm LLM runner</source>
        <translation>Qualcomm-LLM-Runner</translation>
    </message>
    <message>
        <source>sequence-to-sequence (speech) runner</source>
        <translation>Sequenz-zu-Sequenz-Runner (Sprache)</translation>
    </message>
    <message>
        <source>runners that read named metadata</source>
        <translation>Runner, die benannte Metadaten lesen</translation>
    </message>
    <message>
        <source>metadata proposal, issue 19384</source>
        <translation>Metadatenvorschlag, Issue 19384</translation>
    </message>
    <message>
        <source>methods %1</source>
        <translation>Methoden %1</translation>
    </message>
    <message>
        <source>keys %1</source>
        <translation>Schlüssel %1</translation>
    </message>
    <message>
        <source>its results were not logged</source>
        <translation>seine Ergebnisse wurden nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>the run stopped here: what the call left is no result</source>
        <translation>der Lauf endete hier: was der Aufruf hinterließ, ist kein Ergebnis</translation>
    </message>
    <message>
        <source>the operator &apos;%1&apos; is not computed</source>
        <translation>der Operator „%1“ wird nicht berechnet</translation>
    </message>
    <message>
        <source>its result says nothing: it writes into its arguments</source>
        <translation>sein Ergebnis sagt nichts: er schreibt in seine Argumente</translation>
    </message>
    <message>
        <source>it has no result</source>
        <translation>er hat kein Ergebnis</translation>
    </message>
    <message>
        <source>the dump is not of this program</source>
        <translation>der Dump ist nicht von diesem Programm</translation>
    </message>
    <message>
        <source>the plan has no such value</source>
        <translation>der Plan hat keinen solchen Wert</translation>
    </message>
    <message>
        <source>nothing that was logged was written to v%1</source>
        <translation>nichts Aufgezeichnetes wurde in v%1 geschrieben</translation>
    </message>
    <message>
        <source>a part of v%1 was written over since</source>
        <translation>ein Teil von v%1 wurde seither überschrieben</translation>
    </message>
    <message>
        <source>the inputs of the run are not known</source>
        <translation>die Eingaben des Laufs sind nicht bekannt</translation>
    </message>
    <message>
        <source>what an earlier run left in v%1 is not known</source>
        <translation>was ein früherer Lauf in v%1 hinterließ, ist nicht bekannt</translation>
    </message>
    <message>
        <source>what instruction %1 gave was not logged</source>
        <translation>was Instruktion %1 gab, wurde nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>the sizes of v%1 are not known</source>
        <translation>die Größen von v%1 sind nicht bekannt</translation>
    </message>
    <message>
        <source>what lies in v%1 has not its size</source>
        <translation>was in v%1 liegt, hat nicht dessen Größe</translation>
    </message>
    <message>
        <source>nothing says whether it ran</source>
        <translation>nichts sagt, ob er lief</translation>
    </message>
    <message>
        <source>argument %1 was not logged</source>
        <translation>Argument %1 wurde nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>v%1 is not known</source>
        <translation>v%1 ist nicht bekannt</translation>
    </message>
    <message>
        <source>a list that is no list of values</source>
        <translation>eine Liste, die keine Liste von Werten ist</translation>
    </message>
    <message>
        <source>a value of a kind that is not known</source>
        <translation>ein Wert unbekannter Art</translation>
    </message>
    <message>
        <source>state that was not logged</source>
        <translation>Zustand, der nicht aufgezeichnet wurde</translation>
    </message>
    <message>
        <source>compared</source>
        <translation>verglichen</translation>
    </message>
    <message>
        <source>This export is compared with %1</source>
        <translation>Dieser Export wird mit %1 verglichen</translation>
    </message>
    <message>
        <source>Show the differences</source>
        <translation>Unterschiede zeigen</translation>
    </message>
    <message>
        <source>Show the instruction</source>
        <translation>Instruktion zeigen</translation>
    </message>
    <message>
        <source>instruction %1 (%2) is correct for its inputs, but these are not what was given to v%3: %4 wrote over the result of %5, which lies in the same memory</source>
        <translation>Instruktion %1 (%2) ist für ihre Eingaben korrekt, aber diese sind nicht, was v%3 gegeben wurde: %4 überschrieb das Ergebnis von %5, das im selben Speicher liegt</translation>
    </message>
    <message>
        <source>; %1 {1:call was|calls were} correct for what was read</source>
        <translation>; %1 {1:Aufruf war|Aufrufe waren} korrekt für das Gelesene</translation>
    </message>
    <message>
        <source>Show the quantisation</source>
        <translation>Quantisierung zeigen</translation>
    </message>
    <message>
        <source>%1 {1:file|files} damaged</source>
        <translation>%1 {1:Datei|Dateien} beschädigt</translation>
    </message>
    <message>
        <source>Show the problems</source>
        <translation>Probleme zeigen</translation>
    </message>
    <message>
        <source>Choose another copy…</source>
        <translation>Andere Kopie wählen…</translation>
    </message>
    <message>
        <source>%1 is cut off</source>
        <translation>%1 ist abgeschnitten</translation>
    </message>
    <message>
        <source>its directory is missing; %1 {1:entry was|entries were} found by their local headers</source>
        <translation>ihr Verzeichnis fehlt; %1 {1:Eintrag wurde|Einträge wurden} an den lokalen Köpfen gefunden</translation>
    </message>
    <message>
        <source>Part of %1 is damaged</source>
        <translation>Ein Teil von %1 ist beschädigt</translation>
    </message>
    <message>
        <source>Copy the file again, or export it again</source>
        <translation>Die Datei erneut kopieren oder erneut exportieren</translation>
    </message>
    <message>
        <source>%1 is damaged: whether they belong together cannot be told</source>
        <translation>%1 ist beschädigt: ob sie zusammengehören, lässt sich nicht sagen</translation>
    </message>
    <message>
        <source>The file holds %1</source>
        <translation>Die Datei hat %1</translation>
    </message>
    <message>
        <source>%1 files hold %2, %3 the most: %4</source>
        <translation>%1 Dateien haben %2, %3 am meisten: %4</translation>
    </message>
    <message>
        <source>No operator was found outside the delegates of a method that has some</source>
        <translation>Außerhalb der Delegates einer Methode, die welche hat, wurde kein Operator gefunden</translation>
    </message>
    <message>
        <source>%1 {1:operator runs|operators run} outside delegates</source>
        <translation>%1 {1:Operator läuft|Operatoren laufen} außerhalb von Delegates</translation>
    </message>
    <message>
        <source>%1 {1:element|elements} that no rounding explains</source>
        <translation>%1 {1:Element, das|Elemente, die} keine Rundung erklärt</translation>
    </message>
    <message>
        <source>the outputs of run %1 are those of no case, and there {2:is|are} %2 {2:case|cases} for %3 {3:run|runs}: a call may have been left out or made again, or its inputs are those of no case; %4</source>
        <translation>die Ausgaben von Lauf %1 sind die keines Falls, und es gibt %2 {2:Fall|Fälle} für %3 {3:Lauf|Läufe}: ein Aufruf kann ausgelassen oder wiederholt worden sein, oder seine Eingaben sind die keines Falls; %4</translation>
    </message>
    <message>
        <source>it logged no outputs that can be read</source>
        <translation>er zeichnete keine Ausgaben auf, die gelesen werden können</translation>
    </message>
    <message>
        <source>, and there {1:is|are} %1 {1:case|cases} for %2 {2:run|runs}</source>
        <translation>, und es gibt %1 {1:Fall|Fälle} für %2 {2:Lauf|Läufe}</translation>
    </message>
    <message>
        <source>%1 of %2 {2:output matches|outputs match}</source>
        <translation>%1 von %2 {2:Ausgabe stimmt|Ausgaben stimmen} überein</translation>
    </message>
    <message>
        <source>%1 of %2 {2:element|elements} of %3</source>
        <translation>%1 von %2 {2:Element|Elementen} von %3</translation>
    </message>
    <message>
        <source>Weights of %1 {1:graph|graphs} are missing</source>
        <translation>Gewichte von %1 {1:Graph|Graphen} fehlen</translation>
    </message>
    <message>
        <source>What is left of %1 names none</source>
        <translation>Was von %1 übrig ist, nennt keine</translation>
    </message>
    <message>
        <source>%1 of %2 edge {2:node|nodes} {1:carries|carry} no debug handle: %3</source>
        <translation>%1 von %2 {2:Edge-Knoten trägt|Edge-Knoten tragen} kein Debug-Handle: %3</translation>
    </message>
    <message>
        <source>it has %1 {1:output|outputs} and logged %2 {2:value|values}</source>
        <translation>er hat %1 {1:Ausgabe|Ausgaben} und zeichnete %2 {2:Wert|Werte} auf</translation>
    </message>
    <message>
        <source>%1 logged {1:value has type and shape|values have types and shapes} of the plan</source>
        <translation>%1 {1:aufgezeichneter Wert hat Typ und Form|aufgezeichnete Werte haben Typen und Formen} des Plans</translation>
    </message>
    <message>
        <source>it gave %1 output {1:tensor|tensors}; the plan has %2</source>
        <translation>er gab %1 {1:Ausgabetensor|Ausgabetensoren}; der Plan hat %2</translation>
    </message>
    <message>
        <source>its %1 {1:output has type and shape|outputs have types and shapes} of the plan</source>
        <translation>seine %1 {1:Ausgabe hat Typ und Form|Ausgaben haben Typen und Formen} des Plans</translation>
    </message>
    <message>
        <source>the %1 {1:instruction|instructions} of debug_handle_map ran</source>
        <translation>die %1 {1:Instruktion|Instruktionen} von debug_handle_map {1:lief|liefen}</translation>
    </message>
    <message>
        <source>%1 {1:output has the record&apos;s shape|outputs have the record&apos;s shapes}</source>
        <translation>%1 {1:Ausgabe hat die Form|Ausgaben haben die Formen} des Records</translation>
    </message>
    <message>
        <source>%1 delegate {1:call is a row|calls are rows} of delegate_map</source>
        <translation>%1 {1:Delegate-Aufruf ist eine Zeile|Delegate-Aufrufe sind Zeilen} von delegate_map</translation>
    </message>
    <message>
        <source>%1: %2 of %3 {3:element|elements} {2:differs|differ}, first [%4]: %5 %6, %7 in the record</source>
        <translation>%1: %2 von %3 {3:Element|Elementen} {2:weicht|weichen} ab, zuerst [%4]: %5 %6, %7 im Record</translation>
    </message>
    <message>
        <source>%1: %2 of %3 delegate {3:call of delegate_map is a call|calls of delegate_map are calls} of that backend in the plan</source>
        <translation>%1: %2 von %3 {3:Delegate-Aufruf von delegate_map ist im Plan ein Aufruf|Delegate-Aufrufen von delegate_map sind im Plan Aufrufe} dieses Backends</translation>
    </message>
    <message>
        <source>%1 {1:delegate|delegates} of the program {1:does not tell what it asks|do not tell what they ask} for</source>
        <translation>%1 {1:Delegate des Programms sagt nicht, wonach er fragt|Delegates des Programms sagen nicht, wonach sie fragen}</translation>
    </message>
    <message>
        <source>%1: %2 of %3 {3:case fits|cases fit} the method&apos;s inputs and outputs</source>
        <translation>%1: %2 von %3 {3:Fall passt|Fällen passen} zu den Ein- und Ausgaben der Methode</translation>
    </message>
    <message>
        <source>%1: %2 of %3 {3:run has|runs have} the rows and operators of the record</source>
        <translation>%1: %2 von %3 {3:Lauf hat|Läufen haben} die Zeilen und Operatoren des Records</translation>
    </message>
    <message>
        <source>%1: %2 {2:run is|runs are} damaged; what {2:it lacks|they lack} says nothing of the record</source>
        <translation>%1: %2 {2:Lauf ist|Läufe sind} beschädigt; was {2:ihm|ihnen} fehlt, sagt nichts über den Record</translation>
    </message>
    <message>
        <source>%1: %2 {2:run|runs} executed what the program has and the record has not</source>
        <translation>%1: %2 {2:Lauf führte|Läufe führten} aus, was das Programm hat und der Record nicht</translation>
    </message>
    <message>
        <source>%1: %2 of %3 {3:run is an execution|runs are executions} of a method of the session</source>
        <translation>%1: %2 von %3 {3:Lauf ist eine Ausführung|Läufen sind Ausführungen} einer Methode der Sitzung</translation>
    </message>
    <message>
        <source>what is left of %1 names no tensor</source>
        <translation>was von %1 übrig ist, nennt keinen Tensor</translation>
    </message>
    <message>
        <source>values end at byte %1, the buffer at %2: %3 of %4 {4:value|values} can be read</source>
        <translation>Werte enden bei Byte %1, der Puffer bei %2: %3 von %4 {4:Wert|Werten} können gelesen werden</translation>
    </message>
    <message>
        <source>%1 of %2 {2:element|elements}, first %3 in the delegate where the record has %4</source>
        <translation>%1 von %2 {2:Element|Elementen}, zuerst %3 im Delegate, wo der Record %4 hat</translation>
    </message>
    <message>
        <source>%1 of %2 {2:element|elements}, first %3 in the delegate where the record (with &apos;%5&apos; folded in) has %4</source>
        <translation>%1 von %2 {2:Element|Elementen}, zuerst %3 im Delegate, wo der Record (&apos;%5&apos; hineingefaltet) %4 hat</translation>
    </message>
    <message>
        <source>%1 more {1:node is|nodes are} not computed</source>
        <translation>%1 {1:weiterer Knoten wird|weitere Knoten werden} nicht berechnet</translation>
    </message>
    <message>
        <source>No program says how much memory is planned</source>
        <translation>Kein Programm sagt, wie viel Speicher geplant ist</translation>
    </message>
    <message>
        <source>No delegate was found: nothing falls back to the CPU</source>
        <translation>Kein Delegate wurde gefunden: nichts weicht auf die CPU aus</translation>
    </message>
    <message>
        <source>No program says what runs outside delegates</source>
        <translation>Kein Programm sagt, was außerhalb von Delegates läuft</translation>
    </message>
    <message>
        <source>%1 {1:output has|outputs have} other values</source>
        <translation>%1 {1:Ausgabe hat|Ausgaben haben} andere Werte</translation>
    </message>
    <message>
        <source>the graph of %1 differs</source>
        <translation>der Graph von %1 ist anders</translation>
    </message>
    <message>
        <source>the graphs of %1 methods differ</source>
        <translation>die Graphen von %1 Methoden sind anders</translation>
    </message>
    <message>
        <source>%1 {1:method is|methods are} gone</source>
        <translation>%1 {1:Methode fehlt|Methoden fehlen}</translation>
    </message>
    <message>
        <source>%1 {1:method is|methods are} new</source>
        <translation>%1 {1:Methode ist|Methoden sind} neu</translation>
    </message>
    <message>
        <source>%1 {1:weight differs|weights differ}</source>
        <translation>%1 {1:Gewicht ist|Gewichte sind} anders</translation>
    </message>
    <message>
        <source>%1 {1:weight is|weights are} on one side only</source>
        <translation>%1 {1:Gewicht gibt|Gewichte gibt} es nur auf einer Seite</translation>
    </message>
    <message>
        <source>%1 {1:weight|weights} could not be compared</source>
        <translation>%1 {1:Gewicht konnte|Gewichte konnten} nicht verglichen werden</translation>
    </message>
    <message>
        <source>%1 % fewer bytes</source>
        <translation>%1 % weniger Bytes</translation>
    </message>
    <message>
        <source>%1 % more bytes</source>
        <translation>%1 % mehr Bytes</translation>
    </message>
    <message>
        <source>%1 {1:delegate has|delegates have} another backend or content</source>
        <translation>%1 {1:Delegate hat|Delegates haben} ein anderes Backend oder anderen Inhalt</translation>
    </message>
    <message>
        <source>%1 metadata {1:entry differs|entries differ}</source>
        <translation>%1 {1:Metadateneintrag ist|Metadateneinträge sind} anders</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>Nothing that was compared differs between this export and %1</source>
        <translation>Nichts, was verglichen wurde, unterscheidet diesen Export von %1</translation>
    </message>
    <message>
        <source>%1 got worse</source>
        <translation>%1 schlechter</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>anders</translation>
    </message>
    <message>
        <source>Compare outputs</source>
        <translation>Ausgaben vergleichen</translation>
    </message>
    <message>
        <source>%1 {1:output agrees|outputs agree} less with the {1:reference|references} than in %2</source>
        <translation>%1 {1:Ausgabe stimmt|Ausgaben stimmen} weniger mit {1:ihrer Referenz|ihren Referenzen} überein als in %2</translation>
    </message>
    <message>
        <source>%1 {1:output agrees|outputs agree} better</source>
        <translation>%1 {1:Ausgabe stimmt|Ausgaben stimmen} besser überein</translation>
    </message>
    <message>
        <source>%1 {1:output agrees|outputs agree} better with the {1:reference|references} than in %2</source>
        <translation>%1 {1:Ausgabe stimmt|Ausgaben stimmen} besser mit {1:ihrer Referenz|ihren Referenzen} überein als in %2</translation>
    </message>
    <message>
        <source>, %1 takes the most time: %2 of a run of %3 (p50)</source>
        <translation>, %1 braucht die meiste Zeit: %2 eines Laufs von %3 (p50)</translation>
    </message>
    <message>
        <source>, %1 % of it</source>
        <translation>, %1 % davon</translation>
    </message>
    <message>
        <source>No run of %1 says how long it takes</source>
        <translation>Kein Lauf von %1 sagt, wie lange es dauert</translation>
    </message>
    <message>
        <source>open the folder that holds it with the program, and ship both</source>
        <translation>den Ordner, in dem es liegt, mit dem Programm öffnen und beides ausliefern</translation>
    </message>
    <message>
        <source>%1 {1:key|keys} that delegates ask for {1:is|are} in no file of this session: %2</source>
        <translation>%1 {1:Schlüssel, den|Schlüssel, die} Delegates verlangen, {1:ist|sind} in keiner Datei dieser Sitzung: %2</translation>
    </message>
    <message>
        <source>%1 {1:model lies|models lie} beside the program and {1:is|are} in no file of this session: %2</source>
        <translation>%1 {1:Modell liegt|Modelle liegen} neben dem Programm und {1:ist|sind} keine Datei dieser Sitzung: %2</translation>
    </message>
    <message>
        <source>unknown method %1 (%2 {2:instruction|instructions})</source>
        <translation>Methode „unbekannt %1“ (%2 {2:Instruktion|Instruktionen})</translation>
    </message>
    <message>
        <source>runs without instructions</source>
        <translation>Läufe ohne Instruktionen</translation>
    </message>
    <message>
        <source>%1 {1:stage is|stages are} on one side only</source>
        <translation>%1 {1:Stufe gibt|Stufen gibt} es nur auf einer Seite</translation>
    </message>
    <message>
        <source>What differs is listed by node</source>
        <translation>Was anders ist, steht nach Knoten</translation>
    </message>
    <message>
        <source>%1 of files</source>
        <translation>%1 Dateien</translation>
    </message>
    <message>
        <source>%1 of state</source>
        <translation>%1 Zustand</translation>
    </message>
    <message>
        <source>%1 of activations</source>
        <translation>%1 Aktivierungen</translation>
    </message>
    <message>
        <source>%1 will be resident with all methods loaded: %2</source>
        <translation>%1 werden im Speicher gehalten, wenn alle Methoden geladen sind: %2</translation>
    </message>
    <message>
        <source>; %1 will be resident with all methods loaded</source>
        <translation>; %1 werden im Speicher gehalten, wenn alle Methoden geladen sind</translation>
    </message>
    <message>
        <source>split into %1 delegate calls</source>
        <translation>aufgeteilt in %1 Delegate-Aufrufe</translation>
    </message>
    <message>
        <source>What is in it, and what runs where?</source>
        <translation>Was ist darin, und was läuft wo?</translation>
    </message>
    <message>
        <source>%1 {1:instruction|instructions} of %2 {2:method|methods}, %3 {3:calls|call} delegates</source>
        <translation>%1 {1:Instruktion|Instruktionen} aus %2 {2:Methode|Methoden}, %3 {3:ruft|rufen} Delegates auf</translation>
    </message>
    <message>
        <source>graphs of %1 {1:method|methods}, none of them of a program</source>
        <translation>Graphen von %1 {1:Methode|Methoden}, keiner aus einem Programm</translation>
    </message>
    <message>
        <source>needs the program (.pte) or the ETRecord</source>
        <translation>braucht das Programm (.pte) oder das ETRecord</translation>
    </message>
    <message>
        <source>How much memory is planned?</source>
        <translation>Wie viel Speicher ist geplant?</translation>
    </message>
    <message>
        <source>none: the caller gives all of it</source>
        <translation>keiner: der Aufrufer stellt allen</translation>
    </message>
    <message>
        <source>%1 in %2 {2:arena|arenas}</source>
        <translation>%1 in %2 {2:Arena|Arenen}</translation>
    </message>
    <message>
        <source>What falls back to the CPU?</source>
        <translation>Was fällt auf die CPU zurück?</translation>
    </message>
    <message>
        <source>How long does it take?</source>
        <translation>Wie lange dauert es?</translation>
    </message>
    <message>
        <source>needs a run: an ETDump (.etdp)</source>
        <translation>braucht einen Lauf: einen ETDump (.etdp)</translation>
    </message>
    <message>
        <source>Is it right?</source>
        <translation>Ist es richtig?</translation>
    </message>
    <message>
        <source>reference outputs (.etrecord or .bpte)</source>
        <translation>Referenzausgaben (.etrecord oder .bpte)</translation>
    </message>
    <message>
        <source>needs %1</source>
        <translation>braucht %1</translation>
    </message>
    <message>
        <source>references of %1 {1:method|methods}, and what runs gave</source>
        <translation>Referenzen von %1 {1:Methode|Methoden} und was Läufe ergaben</translation>
    </message>
    <message>
        <source>What are the weights?</source>
        <translation>Was sind die Gewichte?</translation>
    </message>
    <message>
        <source>%1 {1:key|keys} of the program {1:is|are} in no file here: needs its .ptd</source>
        <translation>%1 {1:Schlüssel|Schlüssel} des Programms {1:ist|sind} in keiner Datei hier: braucht seine .ptd</translation>
    </message>
    <message>
        <source>needs the program (.pte) or the ETRecord with its weights</source>
        <translation>braucht das Programm (.pte) oder das ETRecord mit seinen Gewichten</translation>
    </message>
    <message>
        <source>with the names they have in the model</source>
        <translation>mit den Namen, die sie im Modell haben</translation>
    </message>
    <message>
        <source>as the program stores them: names need the ETRecord</source>
        <translation>wie das Programm sie speichert: Namen brauchen das ETRecord</translation>
    </message>
    <message>
        <source>Which module, which source line?</source>
        <translation>Welches Modul, welche Quellzeile?</translation>
    </message>
    <message>
        <source>needs the ETRecord: a program names operators, not modules</source>
        <translation>braucht das ETRecord: ein Programm nennt Operatoren, keine Module</translation>
    </message>
    <message>
        <source>needs the whole ETRecord: its source lines were removed</source>
        <translation>braucht das ganze ETRecord: seine Quellzeilen wurden entfernt</translation>
    </message>
    <message>
        <source>needs the program (.pte)</source>
        <translation>braucht das Programm (.pte)</translation>
    </message>
    <message>
        <source>what a run gave (.etdp with .dbg)</source>
        <translation>was ein Lauf ergab (.etdp mit .dbg)</translation>
    </message>
    <message>
        <source>the debug buffer of %1 (.dbg)</source>
        <translation>den Debug-Puffer von %1 (.dbg)</translation>
    </message>
    <message>
        <source>a run with debug values: %1 has none</source>
        <translation>einen Lauf mit Debug-Werten: %1 hat keine</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>%1, mapped or read whole</source>
        <translation>%1, eingeblendet oder ganz gelesen</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>Konstanten</translation>
    </message>
    <message>
        <source>Constants that no file here has</source>
        <translation>Konstanten, die keine Datei hier hat</translation>
    </message>
    <message>
        <source>%1 {1:key|keys} of a .ptd</source>
        <translation>%1 {1:Schlüssel|Schlüssel} einer .ptd</translation>
    </message>
    <message>
        <source>%1 {1:delegate|delegates}</source>
        <translation>%1 {1:Delegate|Delegates}</translation>
    </message>
    <message>
        <source>Memory of %1</source>
        <translation>Speicher von %1</translation>
    </message>
    <message>
        <source>%1: what the backend makes of the payload is not known</source>
        <translation>%1: was das Backend aus der Nutzlast macht, ist nicht bekannt</translation>
    </message>
    <message>
        <source>Weights packed by %1</source>
        <translation>Gewichte, gepackt von %1</translation>
    </message>
    <message>
        <source>Weights of %1</source>
        <translation>Gewichte von %1</translation>
    </message>
    <message>
        <source>%1 with copies of their own</source>
        <translation>%1 mit eigenen Kopien</translation>
    </message>
    <message>
        <source>%1, as large as they are stored</source>
        <translation>%1, so groß wie gespeichert</translation>
    </message>
    <message>
        <source>Workspace of %1</source>
        <translation>Arbeitsbereich von %1</translation>
    </message>
    <message>
        <source>values inside, of the delegate that needs most</source>
        <translation>innere Werte des Delegates, das am meisten braucht</translation>
    </message>
    <message>
        <source>what it needs for values inside is not known</source>
        <translation>was es für innere Werte braucht, ist nicht bekannt</translation>
    </message>
    <message>
        <source>Activations of %1</source>
        <translation>Aktivierungen von %1</translation>
    </message>
    <message>
        <source>its plan is damaged</source>
        <translation>sein Plan ist beschädigt</translation>
    </message>
    <message>
        <source>%1 {1:arena|arenas} as planned, without state</source>
        <translation>%1 {1:Arena|Arenen} wie geplant, ohne Zustand</translation>
    </message>
    <message>
        <source>State of %1</source>
        <translation>Zustand von %1</translation>
    </message>
    <message>
        <source>Inputs and outputs of %1</source>
        <translation>Ein- und Ausgaben von %1</translation>
    </message>
    <message>
        <source>%1 that the caller holds</source>
        <translation>%1, die der Aufrufer hält</translation>
    </message>
    <message>
        <source>instruction %1 (%2) writes its result over v%3, which it reads meanwhile: the plan puts both into the same memory</source>
        <translation>Instruktion %1 (%2) schreibt ihr Ergebnis über v%3, das sie währenddessen liest: der Plan legt beide in denselben Speicher</translation>
    </message>
    <message>
        <source>; that of &apos;%1&apos;, which it follows from, is right</source>
        <translation>; der von „%1“, aus dem er folgt, ist richtig</translation>
    </message>
    <message>
        <source>; those of %1 other taps, which it follows from, are right</source>
        <translation>; die von %1 anderen Abgriffe, aus denen er folgt, sind richtig</translation>
    </message>
    <message>
        <source>the value of &apos;%1&apos; inside delegate %2 is wrong, as its tap at output %3 shows</source>
        <translation>der Wert von „%1“ im Delegaten %2 ist falsch, wie der Abgriff an Ausgabe %3 zeigt</translation>
    </message>
    <message>
        <source>the value of &apos;%1&apos; is the first that is wrong, as its tap at output %2 shows</source>
        <translation>der Wert von „%1“ ist der erste, der falsch ist, wie der Abgriff an Ausgabe %2 zeigt</translation>
    </message>
    <message>
        <source>; of the values that taps show, that of &apos;%1&apos; is the first wrong one</source>
        <translation>; von den Werten, die Abgriffe zeigen, ist der von „%1“ der erste falsche</translation>
    </message>
    <message>
        <source>the runtime&apos;s elements go with the reference&apos;s by slope %1, offset %2, R² %3, rank correlation %4</source>
        <translation>die Elemente der Laufzeit gehen mit denen der Referenz mit Steigung %1, Versatz %2, R² %3, Rangkorrelation %4</translation>
    </message>
    <message>
        <source>%1 of the runtime&apos;s elements are held at its least or greatest value</source>
        <translation>%1 der Elemente der Laufzeit hängen an ihrem kleinsten oder größten Wert</translation>
    </message>
    <message>
        <source>%1 of the runtime&apos;s elements are zero where the reference&apos;s are not</source>
        <translation>%1 der Elemente der Laufzeit sind null, wo die der Referenz es nicht sind</translation>
    </message>
    <message>
        <source>output %1 in %2 {2:case|cases}</source>
        <translation>Ausgabe %1 in %2 {2:Fall|Fällen}</translation>
    </message>
    <message>
        <source>look for a scale or a sign that is applied on one side alone: of quantisation, of a norm, of what feeds the run</source>
        <translation>nach einer Skala oder einem Vorzeichen suchen, das nur auf einer Seite angewandt wird: der Quantisierung, einer Norm, dessen, was den Lauf speist</translation>
    </message>
    <message>
        <source>look for a clamp, or for a quantisation whose range is too small</source>
        <translation>nach einer Begrenzung suchen oder nach einer Quantisierung mit zu kleinem Bereich</translation>
    </message>
    <message>
        <source>look for a type or a step of quantisation that small values do not reach</source>
        <translation>nach einem Typ oder einem Quantisierungsschritt suchen, den kleine Werte nicht erreichen</translation>
    </message>
    <message>
        <source>a tap of &apos;%1&apos;: the numeric gap holds it against the graph</source>
        <translation>ein Abgriff von „%1“: die numerische Abweichung hält ihn gegen den Graphen</translation>
    </message>
    <message>
        <source>%1 is %2, expected %3</source>
        <translation>%1 ist %2, erwartet %3</translation>
    </message>
    <message>
        <source>&apos;%1&apos; (%2) runs in a delegate of %3, which instruction %4 calls</source>
        <translation>&apos;%1&apos; (%2) läuft in einem Delegate von %3, den Instruktion %4 aufruft</translation>
    </message>
    <message>
        <source>instruction %1 calls %2</source>
        <translation>Instruktion %1 ruft %2 auf</translation>
    </message>
    <message>
        <source>%1 (a known bug, mended in release %2)</source>
        <translation>%1 (ein bekannter Fehler, behoben in Version %2)</translation>
    </message>
    <message>
        <source>%1 (a known bug, mended in release %2: %3)</source>
        <translation>%1 (ein bekannter Fehler, behoben in Version %2: %3)</translation>
    </message>
    <message>
        <source>%1 (a known bug, seen in release %2)</source>
        <translation>%1 (ein bekannter Fehler, gesehen in Version %2)</translation>
    </message>
    <message>
        <source>%1 (a known bug, seen in release %2: %3)</source>
        <translation>%1 (ein bekannter Fehler, gesehen in Version %2: %3)</translation>
    </message>
    <message>
        <source>%1: %2; %3</source>
        <translation>%1: %2; %3</translation>
    </message>
    <message>
        <source>%1, %2 {2:call|calls}, is in none of the given lists of kernels: the runtime refuses the method</source>
        <translation>%1, %2 {2:Aufruf|Aufrufe}, steht in keiner der gegebenen Listen von Kernels: Die Laufzeit lehnt die Methode ab</translation>
    </message>
    <message>
        <source>%1, %2 {2:call|calls}, is registered for other types; needed as well: %3</source>
        <translation>%1, %2 {2:Aufruf|Aufrufe}, ist für andere Typen registriert; gebraucht werden auch: %3</translation>
    </message>
    <message>
        <source>add these types to the list of the selective build; `kernels --write` makes one</source>
        <translation>diese Typen in die Liste des selektiven Builds aufnehmen; `kernels --write` schreibt eine</translation>
    </message>
    <message>
        <source>%1, %2 {2:call|calls}, is named in a library none of whose symbols registers kernels</source>
        <translation>%1, %2 {2:Aufruf|Aufrufe}, wird in einer Bibliothek genannt, von deren Symbolen keines Kernels registriert</translation>
    </message>
    <message>
        <source>give the library with its symbols, or the list of the selective build</source>
        <translation>die Bibliothek mit ihren Symbolen angeben oder die Liste des selektiven Builds</translation>
    </message>
    <message>
        <source>export method and delegate in one go; quantise or cast the values before the call as the payload takes them</source>
        <translation>Methode und Delegate in einem Zug exportieren; die Werte vor dem Aufruf so quantisieren oder umwandeln, wie der Payload sie nimmt</translation>
    </message>
    <message>
        <source>see the issue; use a runtime or an exporter without the bug, or go round it</source>
        <translation>das Issue ansehen; eine Laufzeit oder einen Exporter ohne den Fehler verwenden oder ihn umgehen</translation>
    </message>
    <message>
        <source>delegate %1 of %2: %3</source>
        <translation>Delegate %1 von %2: %3</translation>
    </message>
    <message>
        <source>called by instruction %1</source>
        <translation>aufgerufen von Instruktion %1</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is a reducer of the exporter&apos;s own: what its numbers mean is not known</source>
        <translation>„%1“ ist eine eigene Zusammenfassung des Exports: was ihre Zahlen bedeuten, ist nicht bekannt</translation>
    </message>
    <message>
        <source>nothing tells which value of the graph it is of</source>
        <translation>nichts sagt, zu welchem Wert des Graphen er gehört</translation>
    </message>
    <message>
        <source>the payload has %1 inputs and outputs, the call hands over %2 values</source>
        <translation>der Payload hat %1 Eingaben und Ausgaben, der Aufruf übergibt %2 Werte</translation>
    </message>
    <message>
        <source>output %1: the payload gives %2, the plan has %3 (%4); what differs: %5</source>
        <translation>Ausgabe %1: Der Payload gibt %2, der Plan hat %3 (%4); was abweicht: %5</translation>
    </message>
    <message>
        <source>input %1: the payload takes %2, the plan gives %3 (%4); what differs: %5</source>
        <translation>Eingabe %1: Der Payload nimmt %2, der Plan gibt %3 (%4); was abweicht: %5</translation>
    </message>
    <message>
        <source>%1 of %2 %3 are tensors of the archive</source>
        <translation>%1 von %2 %3 sind Tensoren des Archivs</translation>
    </message>
    <message>
        <source>; %1 hold other values than the tensors that their operators take there</source>
        <translation>; %1 haben andere Werte als die Tensoren, die ihre Operatoren dort nehmen</translation>
    </message>
    <message>
        <source>method names: %1 of %2 plans are methods of the archive</source>
        <translation>Methodennamen: %1 von %2 Plänen sind Methoden des Archivs</translation>
    </message>
    <message>
        <source>nothing tells that the example inputs fed it: what differs is no statement</source>
        <translation>nichts sagt, dass die Beispieleingaben in ihn gingen: was abweicht, ist keine Aussage</translation>
    </message>
    <message>
        <source>; what %1 other taps tell of values that it follows from is as expected</source>
        <translation>; was %1 andere Taps von Werten sagen, aus denen er folgt, ist wie erwartet</translation>
    </message>
    <message>
        <source>; the statistics of &apos;%1&apos;, which it follows from, are as expected</source>
        <translation>; die Statistik von &apos;%1&apos;, aus dem er folgt, ist wie erwartet</translation>
    </message>
    <message>
        <source>%1 of weights of backends</source>
        <translation>%1 Gewichte der Backends</translation>
    </message>
    <message>
        <source>%1 {1:run|runs}</source>
        <translation>%1 {1:Lauf|Läufe}</translation>
    </message>
    <message>
        <source>what %1 {1:delegate holds|delegates hold} cannot be read: needs the ETRecord</source>
        <translation>was %1 {1:Delegate enthält|Delegates enthalten}, ist nicht lesbar: braucht das ETRecord</translation>
    </message>
    <message>
        <source>of each operator of a graph that was recorded</source>
        <translation>zu jedem Operator eines aufgezeichneten Graphen</translation>
    </message>
    <message>
        <source>; without %1 {1:method, whose plan is|methods, whose plans are} damaged</source>
        <translation>; ohne %1 {1:Methode, deren Plan beschädigt ist|Methoden, deren Pläne beschädigt sind}</translation>
    </message>
    <message>
        <source>needs another copy of the program: its plans are damaged</source>
        <translation>braucht eine andere Kopie des Programms: seine Pläne sind beschädigt</translation>
    </message>
    <message>
        <source>in part: %1 is damaged</source>
        <translation>zum Teil: %1 ist beschädigt</translation>
    </message>
    <message>
        <source>%1 {1:buffer that outlives|buffers that outlive} a call: caches</source>
        <translation>%1 {1:Puffer, der einen Aufruf überdauert|Puffer, die einen Aufruf überdauern}: Caches</translation>
    </message>
    <message>
        <source>One arena for methods that run in turn</source>
        <translation>Ein Bereich für Methoden, die nacheinander laufen</translation>
    </message>
    <message>
        <source>%1 methods whose planned memory outlives no call</source>
        <translation>%1 Methoden, deren geplanter Speicher keinen Aufruf überdauert</translation>
    </message>
    <message>
        <source>State in f16</source>
        <translation>Zustand in f16</translation>
    </message>
    <message>
        <source>%1 f32 {1:buffer|buffers}; the values change: judge a run</source>
        <translation>%1 f32-Puffer; die Werte ändern sich: einen Lauf beurteilen</translation>
    </message>
    <message>
        <source>A memory plan with fewer gaps</source>
        <translation>Ein Speicherplan mit weniger Lücken</translation>
    </message>
    <message>
        <source>%1 {1:method whose arenas hold|methods whose arenas hold} more than is live at the peak</source>
        <translation>%1 {1:Methode, deren Bereiche|Methoden, deren Bereiche} mehr halten, als am Höchststand lebt</translation>
    </message>
    <message>
        <source>Weights that XNNPACK has packed, paged out</source>
        <translation>Gewichte, die XNNPACK gepackt hat, auslagern lassen</translation>
    </message>
    <message>
        <source>load the files by LoadMode::Mmap, not by File or MmapUseMlock</source>
        <translation>die Dateien mit LoadMode::Mmap laden, nicht mit File oder MmapUseMlock</translation>
    </message>
    <message>
        <source>XNNPACK&apos;s weights cache</source>
        <translation>Der Gewichtsspeicher von XNNPACK (weights cache)</translation>
    </message>
    <message>
        <source>%1 {1:key that|keys that} several delegates pack</source>
        <translation>%1 {1:Schlüssel, den|Schlüssel, die} mehrere Delegates packen</translation>
    </message>
    <message>
        <source>Leave out data that nothing asks for</source>
        <translation>Daten weglassen, nach denen nichts fragt</translation>
    </message>
    <message>
        <source>%1 {1:key that|keys that} no method names</source>
        <translation>%1 {1:Schlüssel, den|Schlüssel, die} keine Methode nennt</translation>
    </message>
    <message>
        <source>Program and external data</source>
        <translation>Programm und externe Daten</translation>
    </message>
    <message>
        <source>Resident with all methods loaded</source>
        <translation>Im Speicher mit allen Methoden geladen</translation>
    </message>
    <message>
        <source>A run of %1 (p50)</source>
        <translation>Ein Lauf von %1 (p50)</translation>
    </message>
    <message>
        <source>Delegate calls of %1</source>
        <translation>Delegate-Aufrufe von %1</translation>
    </message>
    <message>
        <source>Kernels of %1 on the CPU</source>
        <translation>Kernel von %1 auf der CPU</translation>
    </message>
    <message>
        <source>%1 {1:call has|calls have} the instruction and operator that the plan has</source>
        <translation>%1 {1:Aufruf hat|Aufrufe haben} Instruktion und Operator wie im Plan</translation>
    </message>
    <message>
        <source>pages of the %1 that are mapped</source>
        <translation>Seiten der %1, die abgebildet sind</translation>
    </message>
    <message>
        <source>Anonymous memory</source>
        <translation>Anonymer Speicher</translation>
    </message>
    <message>
        <source>the heap: what backends pack, arenas, state, what was read into memory, the runner</source>
        <translation>der Heap: was Backends packen, Bereiche, Zustand, was in den Speicher gelesen wurde, der Runner</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>%1 {1:program or library|programs and libraries}</source>
        <translation>%1 {1:Programm oder Bibliothek|Programme und Bibliotheken}</translation>
    </message>
    <message>
        <source>Other files</source>
        <translation>Andere Dateien</translation>
    </message>
    <message>
        <source>%1 that {1:is|are} mapped</source>
        <translation>%1, die abgebildet {1:ist|sind}</translation>
    </message>
    <message>
        <source>Stack and kernel</source>
        <translation>Stack und Kernel</translation>
    </message>
    <message>
        <source>%1 {1:mapping|mappings}</source>
        <translation>%1 {1:Abbildung|Abbildungen}</translation>
    </message>
    <message>
        <source>no mapping has the name of the program: it was read into memory, had another name, or was not loaded</source>
        <translation>keine Abbildung hat den Namen des Programms: es wurde in den Speicher gelesen, hieß anders oder war nicht geladen</translation>
    </message>
    <message>
        <source>%1 may be another program&apos;s, which nothing tells: %2</source>
        <translation>%1 kann von einem anderen Programm sein, was nichts sagt: %2</translation>
    </message>
    <message>
        <source>the sum of all mappings, without what they are of</source>
        <translation>die Summe aller Abbildungen, ohne wovon sie sind</translation>
    </message>
    <message>
        <source>%1 calls that move constants give other elements than the program&apos;s constants have: the dump is of a run with other weights</source>
        <translation>%1 Aufrufe, die Konstanten verschieben, geben andere Elemente, als die Konstanten des Programms haben: Der Dump ist von einem Lauf mit anderen Gewichten</translation>
    </message>
    <message>
        <source>was not fed as case %1 has it, or kernel &apos;%2&apos; at instruction %3, which alone reads it, is wrong in all that it gives: other values on it would tell</source>
        <translation>wurde nicht so gespeist, wie Fall %1 ihn hat, oder Kernel &apos;%2&apos; bei Anweisung %3, der ihn allein liest, ist in allem falsch, was er gibt: Andere Werte darauf würden es zeigen</translation>
    </message>
    <message>
        <source>the run had other elements in constant &apos;%1&apos; than the program: instruction %2 (%3) only moves them and gives none of them; was it loaded with other data?</source>
        <translation>der Lauf hatte andere Elemente in Konstante &apos;%1&apos; als das Programm: Anweisung %2 (%3) verschiebt sie nur und gibt keines davon; wurde es mit anderen Daten geladen?</translation>
    </message>
    <message>
        <source>instruction %1 writes over v%2 before %3</source>
        <translation>Anweisung %1 überschreibt v%2, bevor %3</translation>
    </message>
    <message>
        <source>not all readable</source>
        <translation>nicht alles lesbar</translation>
    </message>
    <message>
        <source>No export check objects to what can be read of the damaged files</source>
        <translation>Keine Exportprüfung beanstandet, was von den beschädigten Dateien lesbar ist</translation>
    </message>
    <message>
        <source>other files</source>
        <translation>andere Dateien</translation>
    </message>
    <message>
        <source>%1 and %2 do not belong together: what agrees proves nothing</source>
        <translation>%1 und %2 gehören nicht zusammen: Was übereinstimmt, beweist nichts</translation>
    </message>
    <message>
        <source>no export</source>
        <translation>kein Export</translation>
    </message>
    <message>
        <source>%1 is no export: no method, no weight and no metadata is in it</source>
        <translation>%1 ist kein Export: Weder eine Methode noch ein Gewicht noch Metadaten sind darin</translation>
    </message>
    <message>
        <source>the program cannot be read</source>
        <translation>das Programm ist nicht lesbar</translation>
    </message>
    <message>
        <source>%1, %2, which instruction %3 writes over before %4</source>
        <translation>%1, %2, das Anweisung %3 überschreibt, bevor %4</translation>
    </message>
    <message>
        <source>the method gives it</source>
        <translation>die Methode es ausgibt</translation>
    </message>
    <message>
        <source>instruction %1 reads it</source>
        <translation>Anweisung %1 es liest</translation>
    </message>
    <message>
        <source>instruction %1 writes over %2 before %3: the plan puts both into the same memory</source>
        <translation>Anweisung %1 überschreibt %2, bevor %3: Der Plan legt beide in denselben Speicher</translation>
    </message>
    <message>
        <source>Adapter for the inputs</source>
        <translation>Adapter für die Eingaben</translation>
    </message>
    <message>
        <source>%1, held by the caller</source>
        <translation>%1, vom Aufrufer gehalten</translation>
    </message>
    <message>
        <source>; which method %1 {1:run|runs} executed is not told, and what {1:it|they} gave was not compared</source>
        <translation>; welche Methode %1 {1:Lauf|Läufe} {1:ausführte|ausführten}, ist nicht bekannt, und was {1:er gab|sie gaben}, wurde nicht verglichen</translation>
    </message>
    <message>
        <source>which method %1 {1:run|runs} executed is not told</source>
        <translation>welche Methode %1 {1:Lauf ausführte|Läufe ausführten}, ist nicht bekannt</translation>
    </message>
    <message>
        <source>say it: --run-method RUN=METHOD</source>
        <translation>sagen Sie es: --run-method LAUF=METHODE</translation>
    </message>
    <message>
        <source>its values are taken for the graph&apos;s</source>
        <translation>seine Werte gelten als die des Graphen</translation>
    </message>
    <message>
        <source>the program is not what the graph was lowered to at instruction %1: %2</source>
        <translation>das Programm ist bei Anweisung %1 nicht das, wozu der Graph wurde: %2</translation>
    </message>
    <message>
        <source>the memory map is damaged, or is no smaps file; the place says where</source>
        <translation>die Speicherkarte ist beschädigt oder keine smaps-Datei; der Ort sagt, wo</translation>
    </message>
    <message>
        <source>the tokenizer is damaged; the place says where</source>
        <translation>der Tokenizer ist beschädigt; der Ort sagt, wo</translation>
    </message>
    <message>
        <source>tokens have numbers that no vocabulary has; they are left out</source>
        <translation>Tokens haben Nummern, die kein Vokabular hat; sie sind weggelassen</translation>
    </message>
    <message>
        <source>logits are floating, of one shape on both sides, with the vocabulary as their last axis</source>
        <translation>Logits sind Gleitkommazahlen, auf beiden Seiten von einer Form, mit dem Vokabular als letzter Achse</translation>
    </message>
    <message>
        <source>nothing at the start tells what the file is; it is listed, not read</source>
        <translation>nichts am Anfang sagt, was die Datei ist; sie wird aufgeführt, nicht gelesen</translation>
    </message>
    <message>
        <source>missing, no permission, no regular file, or a folder that cannot be listed</source>
        <translation>nicht da, ohne Erlaubnis, keine gewöhnliche Datei, oder ein Ordner, der sich nicht auflisten lässt</translation>
    </message>
    <message>
        <source>shorter than something claims</source>
        <translation>kürzer, als etwas behauptet</translation>
    </message>
    <message>
        <source>the system reports an error while it reads</source>
        <translation>das System meldet beim Lesen einen Fehler</translation>
    </message>
    <message>
        <source>a part of the file reaches beyond its end</source>
        <translation>ein Teil der Datei reicht über ihr Ende hinaus</translation>
    </message>
    <message>
        <source>a FlatBuffers region of 2 GiB or more</source>
        <translation>ein FlatBuffers-Bereich von 2 GiB oder mehr</translation>
    </message>
    <message>
        <source>beyond a cap of `base/limits.h`; some can be raised with `--limits`</source>
        <translation>über einer Grenze von `base/limits.h`; manche lassen sich mit `--limits` erhöhen</translation>
    </message>
    <message>
        <source>an allocation failed; what was asked for is not done</source>
        <translation>Speicher fehlte; was verlangt war, ist nicht getan</translation>
    </message>
    <message>
        <source>something was thrown where nothing is: an error of etscope; the message is what was thrown</source>
        <translation>etwas wurde geworfen, wo nichts geworfen wird: ein Fehler von etscope; die Meldung ist, was geworfen wurde</translation>
    </message>
    <message>
        <source>the system&apos;s library computes no SHA-256</source>
        <translation>die Bibliothek des Systems berechnet kein SHA-256</translation>
    </message>
    <message>
        <source>the output would take the place of a file that is read; nothing is written</source>
        <translation>die Ausgabe käme an die Stelle einer Datei, die gelesen wird; nichts ist geschrieben</translation>
    </message>
    <message>
        <source>the output cannot be written; what was there before is kept</source>
        <translation>die Ausgabe lässt sich nicht schreiben; was vorher da war, ist noch da</translation>
    </message>
    <message>
        <source>the file on disk is no longer the one that was opened</source>
        <translation>die Datei auf der Platte ist nicht mehr die, die geöffnet wurde</translation>
    </message>
    <message>
        <source>a session file of the window that a newer version wrote</source>
        <translation>eine Sitzungsdatei des Fensters, die eine neuere Version geschrieben hat</translation>
    </message>
    <message>
        <source>the program is damaged, or has what would not be kept if it were changed</source>
        <translation>das Programm ist beschädigt, oder es hat, was bei einer Änderung nicht erhalten bliebe</translation>
    </message>
    <message>
        <source>names or storages stand in a pickle in a form that is not rewritten</source>
        <translation>Namen oder Speicher stehen in einem Pickle in einer Form, die nicht neu geschrieben wird</translation>
    </message>
    <message>
        <source>there is nothing to write</source>
        <translation>es gibt nichts zu schreiben</translation>
    </message>
    <message>
        <source>the format cannot hold this type, or the name&apos;s ending is of no format</source>
        <translation>das Format kann diesen Typ nicht halten, oder die Endung des Namens ist von keinem Format</translation>
    </message>
    <message>
        <source>the inputs of a computed graph are not of the form example, case:N or files</source>
        <translation>die Eingaben eines berechneten Graphen sind nicht von der Form example, case:N oder Dateien</translation>
    </message>
    <message>
        <source>the record holds no example inputs of the method</source>
        <translation>der Record hat keine Beispieleingaben der Methode</translation>
    </message>
    <message>
        <source>a graph is given fewer inputs than it takes</source>
        <translation>ein Graph bekommt weniger Eingaben, als er nimmt</translation>
    </message>
    <message>
        <source>the record holds no parameter, buffer or constant of this name</source>
        <translation>der Record hat keinen Parameter, Puffer und keine Konstante dieses Namens</translation>
    </message>
    <message>
        <source>the user&apos;s file of operators cannot be read</source>
        <translation>die Datei der eigenen Operatoren ist nicht lesbar</translation>
    </message>
    <message>
        <source>an operator, or this use of it, is not computed</source>
        <translation>ein Operator, oder dieser Gebrauch von ihm, wird nicht berechnet</translation>
    </message>
    <message>
        <source>the arguments of an operator contradict each other, or lead outside its tensors</source>
        <translation>die Argumente eines Operators widersprechen einander oder führen aus seinen Tensoren hinaus</translation>
    </message>
    <message>
        <source>what the graph asserts about its values does not hold on these inputs</source>
        <translation>was der Graph über seine Werte behauptet, gilt für diese Eingaben nicht</translation>
    </message>
    <message>
        <source>more results are to be judged than the operator or the graph has</source>
        <translation>mehr Ergebnisse sind zu beurteilen, als der Operator oder der Graph hat</translation>
    </message>
    <message>
        <source>a value that is needed was not computed</source>
        <translation>ein Wert, der gebraucht wird, wurde nicht berechnet</translation>
    </message>
    <message>
        <source>a session joins one record; the others are listed</source>
        <translation>eine Sitzung verbindet einen Record; die anderen sind aufgeführt</translation>
    </message>
    <message>
        <source>a session joins one program; the others are members of a family, each a session of its own</source>
        <translation>eine Sitzung verbindet ein Programm; die anderen sind Mitglieder einer Familie, jedes mit eigener Sitzung</translation>
    </message>
    <message>
        <source>two tensor data files answer a key of a member, and nothing says which is its own</source>
        <translation>zwei Dateien mit Tensordaten antworten auf einen Schlüssel eines Mitglieds, und nichts sagt, welche die eigene ist</translation>
    </message>
    <message>
        <source>a file beside several programs belongs to none of them</source>
        <translation>eine Datei neben mehreren Programmen gehört zu keinem von ihnen</translation>
    </message>
    <message>
        <source>of several programs one is looked at; the others have sessions of their own</source>
        <translation>von mehreren Programmen wird eines angesehen; die anderen haben eigene Sitzungen</translation>
    </message>
    <message>
        <source>a dump can be a run of several members of a family</source>
        <translation>ein Dump kann ein Lauf mehrerer Mitglieder einer Familie sein</translation>
    </message>
    <message>
        <source>a list of adapters&apos; keys is no list of names</source>
        <translation>eine Liste von Schlüsseln der Adapter ist keine Liste von Namen</translation>
    </message>
    <message>
        <source>beyond 5,000 methods or 20,000 graphs; what follows is not listed</source>
        <translation>mehr als 5.000 Methoden oder 20.000 Graphen; was folgt, ist nicht aufgeführt</translation>
    </message>
    <message>
        <source>record, program or dump are of different exports</source>
        <translation>Record, Programm oder Dump sind von verschiedenen Exporten</translation>
    </message>
    <message>
        <source>a constant of the program is not the record&apos;s</source>
        <translation>eine Konstante des Programms ist nicht die des Records</translation>
    </message>
    <message>
        <source>the record&apos;s graph gives other outputs on the record&apos;s inputs than it records</source>
        <translation>der Graph des Records gibt auf dessen Eingaben andere Ausgaben, als der Record festhält</translation>
    </message>
    <message>
        <source>reference outputs are fewer than the method&apos;s, and not as many as its tensors</source>
        <translation>es gibt weniger Referenzausgaben als Ausgaben der Methode, und nicht so viele wie Tensoren</translation>
    </message>
    <message>
        <source>what takes more computing than a look at the files may is not checked</source>
        <translation>was mehr Rechnen braucht, als ein Blick in die Dateien darf, ist nicht geprüft</translation>
    </message>
    <message>
        <source>a run without the buffer of its dump cannot be compared</source>
        <translation>ein Lauf ohne den Puffer seines Dumps lässt sich nicht vergleichen</translation>
    </message>
    <message>
        <source>program and tensor data file have one key; the runtime takes the file&apos;s</source>
        <translation>Programm und Tensordaten haben denselben Schlüssel; die Laufzeit nimmt den der Datei</translation>
    </message>
    <message>
        <source>two tensor data files share a key; the runtime refuses them</source>
        <translation>zwei Dateien mit Tensordaten haben denselben Schlüssel; die Laufzeit lehnt sie ab</translation>
    </message>
    <message>
        <source>there are no outputs, or none that could be compared</source>
        <translation>es gibt keine Ausgaben, oder keine, die sich vergleichen ließen</translation>
    </message>
    <message>
        <source>values that are no numbers cannot be compared</source>
        <translation>was keine Zahlen sind, lässt sich nicht vergleichen</translation>
    </message>
    <message>
        <source>the two sides have different shapes</source>
        <translation>die beiden Seiten haben verschiedene Formen</translation>
    </message>
    <message>
        <source>values of test cases are read from array files only</source>
        <translation>Werte von Testfällen werden nur aus Dateien mit Arrays gelesen</translation>
    </message>
    <message>
        <source>a folder of references holds no file of the wanted name</source>
        <translation>ein Ordner mit Referenzen hat keine Datei des gesuchten Namens</translation>
    </message>
    <message>
        <source>reference values of nodes are read from array files only</source>
        <translation>Referenzwerte von Knoten werden nur aus Dateien mit Arrays gelesen</translation>
    </message>
    <message>
        <source>no key of the reference values is a node or a handle</source>
        <translation>kein Schlüssel der Referenzwerte ist ein Knoten oder ein Handle</translation>
    </message>
    <message>
        <source>the block of the ETDump records no execution of a method</source>
        <translation>der Block des ETDumps hält keine Ausführung einer Methode fest</translation>
    </message>
    <message>
        <source>the run is of another method</source>
        <translation>der Lauf ist von einer anderen Methode</translation>
    </message>
    <message>
        <source>a run is not compared with itself</source>
        <translation>ein Lauf wird nicht mit sich selbst verglichen</translation>
    </message>
    <message>
        <source>a drawing was asked for of boxes that contradict each other: an error of etscope</source>
        <translation>eine Zeichnung war von Kästen verlangt, die einander widersprechen: ein Fehler von etscope</translation>
    </message>
    <message>
        <source>a histogram needs a finite range and at least one bin</source>
        <translation>ein Histogramm braucht einen endlichen Bereich und mindestens einen Balken</translation>
    </message>
    <message>
        <source>neither an end record nor a local header was found</source>
        <translation>weder ein Endeintrag noch ein lokaler Kopf ist zu finden</translation>
    </message>
    <message>
        <source>records of the directory cannot be read; those before them are listed</source>
        <translation>Einträge des Verzeichnisses sind nicht lesbar; die davor sind aufgeführt</translation>
    </message>
    <message>
        <source>cut before its directory; entries were found by their local headers and are marked</source>
        <translation>vor dem Verzeichnis abgeschnitten; Einträge wurden an ihren lokalen Köpfen gefunden und sind gekennzeichnet</translation>
    </message>
    <message>
        <source>more entries than are listed</source>
        <translation>mehr Einträge, als aufgeführt werden</translation>
    </message>
    <message>
        <source>the archive says it is one of several disks</source>
        <translation>das Archiv sagt, es sei eines von mehreren Teilen</translation>
    </message>
    <message>
        <source>a name stands twice; the last counts, as in the exporter&apos;s own reader</source>
        <translation>ein Name steht zweimal da; der letzte zählt, wie beim Leser des Exports</translation>
    </message>
    <message>
        <source>an entry&apos;s bytes are not all in the file</source>
        <translation>die Bytes eines Eintrags sind nicht alle in der Datei</translation>
    </message>
    <message>
        <source>the directory places an entry outside the file</source>
        <translation>das Verzeichnis legt einen Eintrag außerhalb der Datei</translation>
    </message>
    <message>
        <source>two entries claim one range: the later of two that begin at one place, else the one that runs into the next, is not read</source>
        <translation>zwei Einträge beanspruchen einen Bereich: der spätere von zweien, die an einer Stelle beginnen, sonst der, der in den nächsten reicht, wird nicht gelesen</translation>
    </message>
    <message>
        <source>the entry is encrypted</source>
        <translation>der Eintrag ist verschlüsselt</translation>
    </message>
    <message>
        <source>no local header stands where the directory says</source>
        <translation>kein lokaler Kopf steht dort, wo das Verzeichnis es sagt</translation>
    </message>
    <message>
        <source>neither stored nor deflated</source>
        <translation>weder gespeichert noch mit Deflate gepackt</translation>
    </message>
    <message>
        <source>the compressed content cannot be read to its end</source>
        <translation>der gepackte Inhalt ist nicht bis zum Ende lesbar</translation>
    </message>
    <message>
        <source>the content&apos;s CRC-32 is not the recorded one</source>
        <translation>das CRC-32 des Inhalts ist nicht das festgehaltene</translation>
    </message>
    <message>
        <source>the text is not JSON</source>
        <translation>der Text ist kein JSON</translation>
    </message>
    <message>
        <source>something else is expected at this place; what came before is kept</source>
        <translation>an dieser Stelle wird etwas anderes erwartet; was davor kam, bleibt</translation>
    </message>
    <message>
        <source>the text ends too early; what came before is kept</source>
        <translation>der Text endet zu früh; was davor kam, bleibt</translation>
    </message>
    <message>
        <source>objects and lists nest beyond the limit</source>
        <translation>Objekte und Listen stecken tiefer ineinander als erlaubt</translation>
    </message>
    <message>
        <source>the entry is empty</source>
        <translation>der Eintrag ist leer</translation>
    </message>
    <message>
        <source>the text is JSON, but no object</source>
        <translation>der Text ist JSON, aber kein Objekt</translation>
    </message>
    <message>
        <source>a text has an escape that JSON does not know</source>
        <translation>ein Text hat ein Escape, das JSON nicht kennt</translation>
    </message>
    <message>
        <source>a text has an escape that JSON does not know; it is kept as it stands</source>
        <translation>ein Text hat ein Escape, das JSON nicht kennt; es bleibt, wie es dasteht</translation>
    </message>
    <message>
        <source>a text is too long to be kept whole</source>
        <translation>ein Text ist zu lang, um ganz behalten zu werden</translation>
    </message>
    <message>
        <source>bytes that are no UTF-8 are shown as U+FFFD</source>
        <translation>Bytes, die kein UTF-8 sind, erscheinen als U+FFFD</translation>
    </message>
    <message>
        <source>a key stands twice in an object; the message says which counts</source>
        <translation>ein Schlüssel steht in einem Objekt zweimal; die Meldung sagt, welcher zählt</translation>
    </message>
    <message>
        <source>bytes follow the end of the document</source>
        <translation>nach dem Ende des Dokuments folgen Bytes</translation>
    </message>
    <message>
        <source>no identifier entry; opened all the same</source>
        <translation>kein Eintrag mit der Kennung; trotzdem geöffnet</translation>
    </message>
    <message>
        <source>an entry of no known name; listed, not read</source>
        <translation>ein Eintrag ohne bekannten Namen; aufgeführt, nicht gelesen</translation>
    </message>
    <message>
        <source>a program&apos;s weights or constants are not in the record</source>
        <translation>Gewichte oder Konstanten eines Programms sind nicht im Record</translation>
    </message>
    <message>
        <source>parts of the record were taken out on purpose; the message says which</source>
        <translation>Teile des Records wurden mit Absicht entfernt; die Meldung sagt, welche</translation>
    </message>
    <message>
        <source>the node&apos;s stack trace was removed from the record on purpose</source>
        <translation>der Stack des Knotens wurde mit Absicht aus dem Record entfernt</translation>
    </message>
    <message>
        <source>what says what was removed on purpose cannot be read; it is removed all the same</source>
        <translation>was sagt, was mit Absicht entfernt wurde, ist nicht lesbar; entfernt ist es trotzdem</translation>
    </message>
    <message>
        <source>a side table is not in the record</source>
        <translation>eine Nebentabelle ist nicht im Record</translation>
    </message>
    <message>
        <source>a row that is no row, or a table that breaks off</source>
        <translation>eine Zeile, die keine ist, oder eine Tabelle, die abbricht</translation>
    </message>
    <message>
        <source>handles that no edge node carries</source>
        <translation>Handles, die kein Edge-Knoten trägt</translation>
    </message>
    <message>
        <source>JSON that is no exported program</source>
        <translation>JSON, das kein exportiertes Programm ist</translation>
    </message>
    <message>
        <source>100,000 parts are damaged; what follows is not read</source>
        <translation>100.000 Teile sind beschädigt; was folgt, wird nicht gelesen</translation>
    </message>
    <message>
        <source>what looks familiar is shown, the rest is left out</source>
        <translation>was bekannt aussieht, wird gezeigt, der Rest weggelassen</translation>
    </message>
    <message>
        <source>a graph, or a part that a graph must have, is not there</source>
        <translation>ein Graph, oder ein Teil, den ein Graph haben muss, ist nicht da</translation>
    </message>
    <message>
        <source>graphs nest beyond the limit; the inner one is left out</source>
        <translation>Graphen stecken tiefer ineinander als erlaubt; der innere ist weggelassen</translation>
    </message>
    <message>
        <source>a node, its inputs or its outputs cannot be read</source>
        <translation>ein Knoten, seine Eingaben oder seine Ausgaben sind nicht lesbar</translation>
    </message>
    <message>
        <source>two nodes have one name; the later one is shown with its position</source>
        <translation>zwei Knoten haben einen Namen; der spätere erscheint mit seiner Stelle</translation>
    </message>
    <message>
        <source>an argument cannot be read; it is shown as `?`</source>
        <translation>ein Argument ist nicht lesbar; es erscheint als `?`</translation>
    </message>
    <message>
        <source>an argument of a kind that is not known</source>
        <translation>ein Argument von unbekannter Art</translation>
    </message>
    <message>
        <source>a union has several members; the first one is shown</source>
        <translation>eine Union hat mehrere Glieder; das erste wird gezeigt</translation>
    </message>
    <message>
        <source>two values have one name; the first one is used</source>
        <translation>zwei Werte haben einen Namen; der erste gilt</translation>
    </message>
    <message>
        <source>a name is used that no input or node defines</source>
        <translation>ein Name wird gebraucht, den keine Eingabe und kein Knoten bestimmt</translation>
    </message>
    <message>
        <source>a name is used by a node before the one that defines it</source>
        <translation>ein Knoten gebraucht einen Namen vor dem, der ihn bestimmt</translation>
    </message>
    <message>
        <source>a tensor without an entry in `tensor_values`</source>
        <translation>ein Tensor ohne Eintrag in `tensor_values`</translation>
    </message>
    <message>
        <source>a table of values, or a row of it, cannot be read</source>
        <translation>eine Tabelle von Werten, oder eine Zeile darin, ist nicht lesbar</translation>
    </message>
    <message>
        <source>a size, stride, offset or type of a tensor cannot be read</source>
        <translation>Größe, Schritt, Versatz oder Typ eines Tensors ist nicht lesbar</translation>
    </message>
    <message>
        <source>a symbolic value has neither a number nor an expression</source>
        <translation>ein symbolischer Wert hat weder Zahl noch Ausdruck</translation>
    </message>
    <message>
        <source>a bound of a symbol is no number</source>
        <translation>eine Schranke eines Symbols ist keine Zahl</translation>
    </message>
    <message>
        <source>a bound of a symbol is beyond 64 bits</source>
        <translation>eine Schranke eines Symbols reicht über 64 Bit hinaus</translation>
    </message>
    <message>
        <source>the signature, or a part of it, cannot be read</source>
        <translation>die Signatur, oder ein Teil von ihr, ist nicht lesbar</translation>
    </message>
    <message>
        <source>signature and graph have different numbers of inputs or outputs</source>
        <translation>Signatur und Graph haben verschieden viele Ein- oder Ausgaben</translation>
    </message>
    <message>
        <source>the module call graph is no list of named calls</source>
        <translation>der Aufrufgraph der Module ist keine Liste benannter Aufrufe</translation>
    </message>
    <message>
        <source>a node in more than 400 nested modules; the inner ones are left out</source>
        <translation>ein Knoten in mehr als 400 ineinander steckenden Modulen; die inneren sind weggelassen</translation>
    </message>
    <message>
        <source>a debug handle is no integer</source>
        <translation>ein Debug-Handle ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>the edge program does not record where its nodes come from</source>
        <translation>das Edge-Programm hält nicht fest, woher seine Knoten kommen</translation>
    </message>
    <message>
        <source>not all handles of edge nodes lead to exported nodes</source>
        <translation>nicht alle Handles von Edge-Knoten führen zu exportierten Knoten</translation>
    </message>
    <message>
        <source>an exported node became nodes with different handles; the first is used</source>
        <translation>aus einem exportierten Knoten wurden Knoten mit verschiedenen Handles; das erste gilt</translation>
    </message>
    <message>
        <source>the provenance of a node cannot be read</source>
        <translation>die Herkunft eines Knotens ist nicht lesbar</translation>
    </message>
    <message>
        <source>the document inside a delegate call cannot be read</source>
        <translation>das Dokument in einem Delegate-Aufruf ist nicht lesbar</translation>
    </message>
    <message>
        <source>a delegate call does not keep the graph it was made from</source>
        <translation>ein Delegate-Aufruf behält den Graphen nicht, aus dem er gemacht ist</translation>
    </message>
    <message>
        <source>a base64 text of a delegate call cannot be decoded</source>
        <translation>ein Base64-Text eines Delegate-Aufrufs lässt sich nicht entschlüsseln</translation>
    </message>
    <message>
        <source>delegates nest beyond the limit</source>
        <translation>Delegates stecken tiefer ineinander als erlaubt</translation>
    </message>
    <message>
        <source>a `.pt2` archive without `models/*.json`</source>
        <translation>ein `.pt2`-Archiv ohne `models/*.json`</translation>
    </message>
    <message>
        <source>a weight of a `.pt2` archive does not fit into the bytes that it names</source>
        <translation>ein Gewicht eines `.pt2`-Archivs passt nicht in die Bytes, die es nennt</translation>
    </message>
    <message>
        <source>a weight of a `.pt2` archive has no entry</source>
        <translation>ein Gewicht eines `.pt2`-Archivs hat keinen Eintrag</translation>
    </message>
    <message>
        <source>the entry is empty: nothing is saved in it</source>
        <translation>der Eintrag ist leer: nichts ist darin gespeichert</translation>
    </message>
    <message>
        <source>an archive without `data.pkl`</source>
        <translation>ein Archiv ohne `data.pkl`</translation>
    </message>
    <message>
        <source>written by a PyTorch before 0.1.10</source>
        <translation>von einem PyTorch vor 0.1.10 geschrieben</translation>
    </message>
    <message>
        <source>a TorchScript program, no saved values</source>
        <translation>ein TorchScript-Programm, keine gespeicherten Werte</translation>
    </message>
    <message>
        <source>the archive has no entry for a storage</source>
        <translation>das Archiv hat keinen Eintrag für einen Speicher</translation>
    </message>
    <message>
        <source>a storage has another size than the pickle says</source>
        <translation>ein Speicher hat eine andere Größe, als das Pickle sagt</translation>
    </message>
    <message>
        <source>the byteorder record is not understood; little is assumed</source>
        <translation>der Eintrag byteorder ist nicht verständlich; Little Endian ist angenommen</translation>
    </message>
    <message>
        <source>an entry outside the archive&apos;s folder</source>
        <translation>ein Eintrag außerhalb des Ordners des Archivs</translation>
    </message>
    <message>
        <source>written by PyTorch before 1.6</source>
        <translation>von PyTorch vor 1.6 geschrieben</translation>
    </message>
    <message>
        <source>parts of a stream from before 1.6 cannot be found</source>
        <translation>Teile eines Stroms von vor 1.6 sind nicht zu finden</translation>
    </message>
    <message>
        <source>the stream ends inside a value</source>
        <translation>der Strom endet mitten in einem Wert</translation>
    </message>
    <message>
        <source>an opcode finds something else than it needs</source>
        <translation>ein Opcode findet etwas anderes, als er braucht</translation>
    </message>
    <message>
        <source>a byte that is no opcode</source>
        <translation>ein Byte, das kein Opcode ist</translation>
    </message>
    <message>
        <source>an opcode that torch.save never writes</source>
        <translation>ein Opcode, den torch.save nie schreibt</translation>
    </message>
    <message>
        <source>a protocol beyond 5</source>
        <translation>ein Protokoll über 5</translation>
    </message>
    <message>
        <source>more bytes, depth or values than are read</source>
        <translation>mehr Bytes, Tiefe oder Werte, als gelesen werden</translation>
    </message>
    <message>
        <source>the part that was read ends inside the stream; more of it is read</source>
        <translation>der gelesene Teil endet mitten im Strom; mehr davon wird gelesen</translation>
    </message>
    <message>
        <source>a class that is shown, never called</source>
        <translation>eine Klasse, die gezeigt und nie aufgerufen wird</translation>
    </message>
    <message>
        <source>keys of a dictionary are repeated; the last value counts</source>
        <translation>Schlüssel eines Dictionarys stehen mehrmals da; der letzte Wert zählt</translation>
    </message>
    <message>
        <source>bytes follow the end of the pickle</source>
        <translation>nach dem Ende des Pickles folgen Bytes</translation>
    </message>
    <message>
        <source>another protocol than torch.save&apos;s 2</source>
        <translation>ein anderes Protokoll als die 2 von torch.save</translation>
    </message>
    <message>
        <source>the elements of a listed tensor cannot be read; the message says why</source>
        <translation>die Elemente eines aufgeführten Tensors sind nicht lesbar; die Meldung sagt, warum</translation>
    </message>
    <message>
        <source>the elements do not lie in the file as they are to be read; a copy can be had</source>
        <translation>die Elemente liegen in der Datei nicht so, wie sie zu lesen sind; eine Kopie ist zu haben</translation>
    </message>
    <message>
        <source>the document has no table</source>
        <translation>das Dokument hat keine Tabelle</translation>
    </message>
    <message>
        <source>the file holds no bytes of this tensor</source>
        <translation>die Datei hat keine Bytes dieses Tensors</translation>
    </message>
    <message>
        <source>scales and zero points do not fit the blocks of a quantised weight</source>
        <translation>Skalen und Nullpunkte passen nicht zu den Blöcken eines quantisierten Gewichts</translation>
    </message>
    <message>
        <source>a quantized tensor without what is needed to dequantize it</source>
        <translation>ein quantisierter Tensor ohne das, was man zum Dequantisieren braucht</translation>
    </message>
    <message>
        <source>elements of this type cannot be read</source>
        <translation>Elemente dieses Typs sind nicht lesbar</translation>
    </message>
    <message>
        <source>more dimensions than are read</source>
        <translation>mehr Dimensionen, als gelesen werden</translation>
    </message>
    <message>
        <source>a size is negative, or the number of elements overflows</source>
        <translation>eine Größe ist negativ, oder die Zahl der Elemente läuft über</translation>
    </message>
    <message>
        <source>the strides do not fit the shape, or overflow</source>
        <translation>die Schritte passen nicht zur Form oder laufen über</translation>
    </message>
    <message>
        <source>the elements reach beyond their storage</source>
        <translation>die Elemente reichen über ihren Speicher hinaus</translation>
    </message>
    <message>
        <source>elements behind the last one are asked for</source>
        <translation>Elemente hinter dem letzten sind verlangt</translation>
    </message>
    <message>
        <source>the magic bytes are missing</source>
        <translation>die magischen Bytes fehlen</translation>
    </message>
    <message>
        <source>a version beyond 3</source>
        <translation>eine Version über 3</translation>
    </message>
    <message>
        <source>the file ends inside its header</source>
        <translation>die Datei endet in ihrem Kopf</translation>
    </message>
    <message>
        <source>a header beyond the limit</source>
        <translation>ein Kopf über der Grenze</translation>
    </message>
    <message>
        <source>the header is no description of an array</source>
        <translation>der Kopf beschreibt kein Array</translation>
    </message>
    <message>
        <source>Python objects, which are not opened</source>
        <translation>Python-Objekte, die nicht geöffnet werden</translation>
    </message>
    <message>
        <source>an element type that is not read, such as structures</source>
        <translation>ein Elementtyp, der nicht gelesen wird, etwa Strukturen</translation>
    </message>
    <message>
        <source>fewer bytes than the array needs</source>
        <translation>weniger Bytes, als das Array braucht</translation>
    </message>
    <message>
        <source>the header is no JSON object</source>
        <translation>der Kopf ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>type, shape or offsets of a tensor are wrong</source>
        <translation>Typ, Form oder Versätze eines Tensors sind falsch</translation>
    </message>
    <message>
        <source>the file ends before its identifier</source>
        <translation>die Datei endet vor ihrer Kennung</translation>
    </message>
    <message>
        <source>no program, or one of another version; a newer one is read as the known one</source>
        <translation>kein Programm, oder eines anderer Version; ein neueres wird wie das bekannte gelesen</translation>
    </message>
    <message>
        <source>the extended header is of a newer version and read as the known one</source>
        <translation>der erweiterte Kopf ist von neuerer Version und wird wie der bekannte gelesen</translation>
    </message>
    <message>
        <source>the file ends inside the extended header</source>
        <translation>die Datei endet im erweiterten Kopf</translation>
    </message>
    <message>
        <source>the extended header is shorter than it can be, and ignored</source>
        <translation>der erweiterte Kopf ist kürzer, als er sein kann, und bleibt unbeachtet</translation>
    </message>
    <message>
        <source>the program size of the header is impossible</source>
        <translation>die Programmgröße des Kopfs ist unmöglich</translation>
    </message>
    <message>
        <source>the file ends inside the program</source>
        <translation>die Datei endet im Programm</translation>
    </message>
    <message>
        <source>segment data are stated, but no place for them, or one inside the program</source>
        <translation>Segmentdaten sind angegeben, aber kein Ort für sie, oder einer im Programm</translation>
    </message>
    <message>
        <source>segment base and segment data size overflow</source>
        <translation>Segmentbasis und Größe der Segmentdaten laufen über</translation>
    </message>
    <message>
        <source>the file ends inside the segments</source>
        <translation>die Datei endet in den Segmenten</translation>
    </message>
    <message>
        <source>bytes follow the last segment</source>
        <translation>nach dem letzten Segment folgen Bytes</translation>
    </message>
    <message>
        <source>the root table&apos;s offset leads outside the program</source>
        <translation>der Versatz der Wurzeltabelle führt aus dem Programm hinaus</translation>
    </message>
    <message>
        <source>the runtime refuses files of less than 64 bytes</source>
        <translation>die Laufzeit lehnt Dateien unter 64 Bytes ab</translation>
    </message>
    <message>
        <source>a schema version other than 0</source>
        <translation>eine andere Schemaversion als 0</translation>
    </message>
    <message>
        <source>offsets lead outside the region; the parts that hold are shown</source>
        <translation>Versätze führen aus dem Bereich hinaus; was trägt, wird gezeigt</translation>
    </message>
    <message>
        <source>far more values than the file has bytes for; the rest is left out</source>
        <translation>weit mehr Werte, als die Datei Bytes dafür hat; der Rest ist weggelassen</translation>
    </message>
    <message>
        <source>the program has no method</source>
        <translation>das Programm hat keine Methode</translation>
    </message>
    <message>
        <source>a method has no name</source>
        <translation>eine Methode hat keinen Namen</translation>
    </message>
    <message>
        <source>two methods have one name; only the first can be called</source>
        <translation>zwei Methoden haben einen Namen; nur die erste lässt sich aufrufen</translation>
    </message>
    <message>
        <source>a field is missing without which the runtime refuses the method</source>
        <translation>ein Feld fehlt, ohne das die Laufzeit die Methode ablehnt</translation>
    </message>
    <message>
        <source>a value of an unknown type</source>
        <translation>ein Wert von unbekanntem Typ</translation>
    </message>
    <message>
        <source>a value has no content</source>
        <translation>ein Wert hat keinen Inhalt</translation>
    </message>
    <message>
        <source>something names a value that does not exist</source>
        <translation>etwas nennt einen Wert, den es nicht gibt</translation>
    </message>
    <message>
        <source>a list has no items; the runtime refuses it</source>
        <translation>eine Liste hat keine Glieder; die Laufzeit lehnt sie ab</translation>
    </message>
    <message>
        <source>an item of a list names a value that does not exist</source>
        <translation>ein Glied einer Liste nennt einen Wert, den es nicht gibt</translation>
    </message>
    <message>
        <source>an item of a list names a value of the wrong kind</source>
        <translation>ein Glied einer Liste nennt einen Wert der falschen Art</translation>
    </message>
    <message>
        <source>the runtime knows no such element type</source>
        <translation>die Laufzeit kennt keinen solchen Elementtyp</translation>
    </message>
    <message>
        <source>the runtime accepts storage offset 0 only</source>
        <translation>die Laufzeit nimmt nur Speicherversatz 0</translation>
    </message>
    <message>
        <source>a layout that is not strided</source>
        <translation>eine Anordnung, die nicht aus Schritten besteht</translation>
    </message>
    <message>
        <source>the runtime refuses tensors without an upper bound</source>
        <translation>die Laufzeit lehnt Tensoren ohne obere Schranke ab</translation>
    </message>
    <message>
        <source>an unknown kind of dynamic shape</source>
        <translation>eine unbekannte Art dynamischer Form</translation>
    </message>
    <message>
        <source>more dimensions than the runtime allows</source>
        <translation>mehr Dimensionen, als die Laufzeit erlaubt</translation>
    </message>
    <message>
        <source>a tensor without sizes or dim order</source>
        <translation>ein Tensor ohne Größen oder Achsenfolge</translation>
    </message>
    <message>
        <source>the dim order is no permutation of the dimensions</source>
        <translation>die Achsenfolge ist keine Permutation der Dimensionen</translation>
    </message>
    <message>
        <source>a size is negative</source>
        <translation>eine Größe ist negativ</translation>
    </message>
    <message>
        <source>the number of bytes overflows 64 bits</source>
        <translation>die Zahl der Bytes läuft über 64 Bit</translation>
    </message>
    <message>
        <source>an unknown place of data</source>
        <translation>ein unbekannter Ort der Daten</translation>
    </message>
    <message>
        <source>the data are outside, but there is no name to find them by</source>
        <translation>die Daten liegen außerhalb, aber es gibt keinen Namen, sie zu finden</translation>
    </message>
    <message>
        <source>a tensor is planned into a buffer that does not exist</source>
        <translation>ein Tensor ist in einen Puffer geplant, den es nicht gibt</translation>
    </message>
    <message>
        <source>a tensor does not fit into its planned buffer</source>
        <translation>ein Tensor passt nicht in seinen geplanten Puffer</translation>
    </message>
    <message>
        <source>the size of a planned buffer is impossible</source>
        <translation>die Größe eines geplanten Puffers ist unmöglich</translation>
    </message>
    <message>
        <source>a device is given for a buffer that does not exist</source>
        <translation>ein Gerät ist für einen Puffer angegeben, den es nicht gibt</translation>
    </message>
    <message>
        <source>a tensor names a constant that does not exist</source>
        <translation>ein Tensor nennt eine Konstante, die es nicht gibt</translation>
    </message>
    <message>
        <source>a constant does not fit into its segment</source>
        <translation>eine Konstante passt nicht in ihr Segment</translation>
    </message>
    <message>
        <source>constants are in a segment that does not exist</source>
        <translation>Konstanten sind in einem Segment, das es nicht gibt</translation>
    </message>
    <message>
        <source>constants are given both inline and in a segment; the runtime refuses the program</source>
        <translation>Konstanten sind innen und in einem Segment angegeben; die Laufzeit lehnt das Programm ab</translation>
    </message>
    <message>
        <source>an offset lies behind the end of its segment</source>
        <translation>ein Versatz liegt hinter dem Ende seines Segments</translation>
    </message>
    <message>
        <source>a tensor names an initial value that does not exist</source>
        <translation>ein Tensor nennt einen Anfangswert, den es nicht gibt</translation>
    </message>
    <message>
        <source>an initial value does not fit into its segment</source>
        <translation>ein Anfangswert passt nicht in sein Segment</translation>
    </message>
    <message>
        <source>initial values are in a segment that does not exist</source>
        <translation>Anfangswerte sind in einem Segment, das es nicht gibt</translation>
    </message>
    <message>
        <source>the runtime reads initial values from the first list only</source>
        <translation>die Laufzeit liest Anfangswerte nur aus der ersten Liste</translation>
    </message>
    <message>
        <source>a tensor names another list of initial values than the first; the runtime ignores that</source>
        <translation>ein Tensor nennt eine andere Liste von Anfangswerten als die erste; die Laufzeit beachtet das nicht</translation>
    </message>
    <message>
        <source>an instruction of an unknown type</source>
        <translation>eine Instruktion von unbekanntem Typ</translation>
    </message>
    <message>
        <source>an instruction says nothing but its type</source>
        <translation>eine Instruktion sagt nichts als ihren Typ</translation>
    </message>
    <message>
        <source>a call has no arguments</source>
        <translation>ein Aufruf hat keine Argumente</translation>
    </message>
    <message>
        <source>a call of an operator that does not exist</source>
        <translation>ein Aufruf eines Operators, den es nicht gibt</translation>
    </message>
    <message>
        <source>an operator has no name</source>
        <translation>ein Operator hat keinen Namen</translation>
    </message>
    <message>
        <source>the runtime cannot hold names of more than 99 characters</source>
        <translation>die Laufzeit kann Namen von mehr als 99 Zeichen nicht halten</translation>
    </message>
    <message>
        <source>a call of a delegate that does not exist</source>
        <translation>ein Aufruf eines Delegates, den es nicht gibt</translation>
    </message>
    <message>
        <source>a jump leads outside its chain</source>
        <translation>ein Sprung führt aus seiner Kette hinaus</translation>
    </message>
    <message>
        <source>a jump&apos;s condition is neither a bool nor a tensor of bools</source>
        <translation>die Bedingung eines Sprungs ist weder ein Bool noch ein Tensor von Bools</translation>
    </message>
    <message>
        <source>what is freed is no tensor</source>
        <translation>was freigegeben wird, ist kein Tensor</translation>
    </message>
    <message>
        <source>a chain has another number of stack traces than of instructions</source>
        <translation>eine Kette hat eine andere Zahl von Stacks als von Instruktionen</translation>
    </message>
    <message>
        <source>a delegate does not name its backend</source>
        <translation>ein Delegate nennt sein Backend nicht</translation>
    </message>
    <message>
        <source>a delegate does not say where its data are</source>
        <translation>ein Delegate sagt nicht, wo seine Daten sind</translation>
    </message>
    <message>
        <source>a delegate&apos;s data are in an entry or segment that does not exist</source>
        <translation>die Daten eines Delegates sind in einem Eintrag oder Segment, das es nicht gibt</translation>
    </message>
    <message>
        <source>a delegate&apos;s data are neither inline nor in a segment</source>
        <translation>die Daten eines Delegates sind weder innen noch in einem Segment</translation>
    </message>
    <message>
        <source>a delegate&apos;s data are in a segment, but the file has none</source>
        <translation>die Daten eines Delegates sind in einem Segment, aber die Datei hat keines</translation>
    </message>
    <message>
        <source>a segment reaches beyond the end of the file</source>
        <translation>ein Segment reicht über das Ende der Datei hinaus</translation>
    </message>
    <message>
        <source>a segment reaches beyond the segment data size of the header</source>
        <translation>ein Segment reicht über die Größe der Segmentdaten im Kopf hinaus</translation>
    </message>
    <message>
        <source>two segments overlap</source>
        <translation>zwei Segmente überschneiden sich</translation>
    </message>
    <message>
        <source>a segment starts before the one listed before it</source>
        <translation>ein Segment beginnt vor dem, das vor ihm aufgeführt ist</translation>
    </message>
    <message>
        <source>nothing refers to a segment</source>
        <translation>nichts verweist auf ein Segment</translation>
    </message>
    <message>
        <source>segments are listed, but the header gives no place for them</source>
        <translation>Segmente sind aufgeführt, aber der Kopf nennt keinen Ort für sie</translation>
    </message>
    <message>
        <source>an entry has no key</source>
        <translation>ein Eintrag hat keinen Schlüssel</translation>
    </message>
    <message>
        <source>a key is empty</source>
        <translation>ein Schlüssel ist leer</translation>
    </message>
    <message>
        <source>a key is not UTF-8</source>
        <translation>ein Schlüssel ist kein UTF-8</translation>
    </message>
    <message>
        <source>a key stands twice; only the first can be reached</source>
        <translation>ein Schlüssel steht zweimal da; nur der erste ist erreichbar</translation>
    </message>
    <message>
        <source>a key leads to a segment that does not exist</source>
        <translation>ein Schlüssel führt zu einem Segment, das es nicht gibt</translation>
    </message>
    <message>
        <source>named data without a list of segments; the runtime refuses the program</source>
        <translation>benannte Daten ohne Liste von Segmenten; die Laufzeit lehnt das Programm ab</translation>
    </message>
    <message>
        <source>a key leads to a segment of constants or of a delegate</source>
        <translation>ein Schlüssel führt zu einem Segment von Konstanten oder eines Delegates</translation>
    </message>
    <message>
        <source>the program does not say how inputs or outputs nest</source>
        <translation>das Programm sagt nicht, wie Ein- oder Ausgaben ineinander stecken</translation>
    </message>
    <message>
        <source>the tree of inputs or outputs cannot be read</source>
        <translation>der Baum der Ein- oder Ausgaben ist nicht lesbar</translation>
    </message>
    <message>
        <source>the program has no constant or initial value of this number</source>
        <translation>das Programm hat keine Konstante und keinen Anfangswert dieser Nummer</translation>
    </message>
    <message>
        <source>the bytes of a constant are not all there</source>
        <translation>die Bytes einer Konstante sind nicht alle da</translation>
    </message>
    <message>
        <source>the program has no inline delegate data of this number</source>
        <translation>das Programm hat keine inneren Delegate-Daten dieser Nummer</translation>
    </message>
    <message>
        <source>the program has no named data of this key</source>
        <translation>das Programm hat keine benannten Daten dieses Schlüssels</translation>
    </message>
    <message>
        <source>the file has no segment of this number</source>
        <translation>die Datei hat kein Segment dieser Nummer</translation>
    </message>
    <message>
        <source>the segment reaches beyond the end of the file</source>
        <translation>das Segment reicht über das Ende der Datei hinaus</translation>
    </message>
    <message>
        <source>a tensor&apos;s size is negative, overflows, or is of an unknown type</source>
        <translation>die Größe eines Tensors ist negativ, läuft über, oder ist von unbekanntem Typ</translation>
    </message>
    <message>
        <source>the program holds no bytes of this tensor</source>
        <translation>das Programm hat keine Bytes dieses Tensors</translation>
    </message>
    <message>
        <source>a tensor data file has at least 48 bytes</source>
        <translation>eine Datei mit Tensordaten hat mindestens 48 Bytes</translation>
    </message>
    <message>
        <source>no tensor data, or of another version; a newer one is read as the known one</source>
        <translation>keine Tensordaten, oder von anderer Version; neuere werden wie die bekannten gelesen</translation>
    </message>
    <message>
        <source>without the header the segments cannot be found</source>
        <translation>ohne den Kopf sind die Segmente nicht zu finden</translation>
    </message>
    <message>
        <source>the header is of a newer version and read as the known one</source>
        <translation>der Kopf ist von neuerer Version und wird wie der bekannte gelesen</translation>
    </message>
    <message>
        <source>the header is shorter than it can be</source>
        <translation>der Kopf ist kürzer, als er sein kann</translation>
    </message>
    <message>
        <source>a layout of January 2025 that no release wrote</source>
        <translation>eine Anordnung vom Januar 2025, die keine Veröffentlichung geschrieben hat</translation>
    </message>
    <message>
        <source>a directory as ExecuTorch v0.6.0 wrote it</source>
        <translation>ein Verzeichnis, wie ExecuTorch v0.6.0 es schrieb</translation>
    </message>
    <message>
        <source>offsets of the directory lead outside; the parts that hold are shown</source>
        <translation>Versätze des Verzeichnisses führen hinaus; was trägt, wird gezeigt</translation>
    </message>
    <message>
        <source>the header moves the directory by a number that is no multiple of 8</source>
        <translation>der Kopf verschiebt das Verzeichnis um eine Zahl, die kein Vielfaches von 8 ist</translation>
    </message>
    <message>
        <source>the directory begins inside the header</source>
        <translation>das Verzeichnis beginnt im Kopf</translation>
    </message>
    <message>
        <source>flatbuffer offset and size overflow</source>
        <translation>Versatz und Größe des FlatBuffers laufen über</translation>
    </message>
    <message>
        <source>the file ends inside its directory</source>
        <translation>die Datei endet in ihrem Verzeichnis</translation>
    </message>
    <message>
        <source>the root table&apos;s offset leads outside the directory</source>
        <translation>der Versatz der Wurzeltabelle führt aus dem Verzeichnis hinaus</translation>
    </message>
    <message>
        <source>a list is missing without which the runtime refuses the file</source>
        <translation>eine Liste fehlt, ohne die die Laufzeit die Datei ablehnt</translation>
    </message>
    <message>
        <source>the segments start inside the directory</source>
        <translation>die Segmente beginnen im Verzeichnis</translation>
    </message>
    <message>
        <source>an entry is in a segment that does not exist</source>
        <translation>ein Eintrag ist in einem Segment, das es nicht gibt</translation>
    </message>
    <message>
        <source>a tensor needs more bytes than its segment has</source>
        <translation>ein Tensor braucht mehr Bytes, als sein Segment hat</translation>
    </message>
    <message>
        <source>a segment has more bytes than its tensor needs</source>
        <translation>ein Segment hat mehr Bytes, als sein Tensor braucht</translation>
    </message>
    <message>
        <source>a tensor lies behind the end of its segment</source>
        <translation>ein Tensor liegt hinter dem Ende seines Segments</translation>
    </message>
    <message>
        <source>the bytes of an entry are not all in its segment</source>
        <translation>die Bytes eines Eintrags sind nicht alle in seinem Segment</translation>
    </message>
    <message>
        <source>the entry holds opaque bytes, no tensor</source>
        <translation>der Eintrag hat undurchsichtige Bytes, keinen Tensor</translation>
    </message>
    <message>
        <source>the value is not of the type that runners read</source>
        <translation>der Wert ist nicht von dem Typ, den Runner lesen</translation>
    </message>
    <message>
        <source>a flag that is neither 0 nor 1</source>
        <translation>ein Schalter, der weder 0 noch 1 ist</translation>
    </message>
    <message>
        <source>a number that must not be negative is</source>
        <translation>eine Zahl ist negativ, die es nicht sein darf</translation>
    </message>
    <message>
        <source>a token outside the vocabulary</source>
        <translation>ein Token außerhalb des Vokabulars</translation>
    </message>
    <message>
        <source>the most tokens of a call are more than the context holds</source>
        <translation>ein Aufruf nimmt mehr Tokens, als der Kontext fasst</translation>
    </message>
    <message>
        <source>two keys that mean the same have different values</source>
        <translation>zwei Schlüssel derselben Bedeutung haben verschiedene Werte</translation>
    </message>
    <message>
        <source>nothing follows the prefix `metadata.`</source>
        <translation>nach dem Präfix `metadata.` folgt nichts</translation>
    </message>
    <message>
        <source>the prefix stands twice; readers look for it once</source>
        <translation>das Präfix steht zweimal da; Leser suchen es einmal</translation>
    </message>
    <message>
        <source>not `namespace.field` in lower case</source>
        <translation>nicht `namensraum.feld` in Kleinbuchstaben</translation>
    </message>
    <message>
        <source>not ASCII, or longer than 65,535 bytes</source>
        <translation>nicht ASCII, oder länger als 65.535 Bytes</translation>
    </message>
    <message>
        <source>the key stands twice; the runtime sees the first</source>
        <translation>der Schlüssel steht zweimal da; die Laufzeit sieht den ersten</translation>
    </message>
    <message>
        <source>tagged and untagged entries in one file</source>
        <translation>Einträge mit und ohne Kennzeichen in einer Datei</translation>
    </message>
    <message>
        <source>more constants than are shown</source>
        <translation>mehr Konstanten, als gezeigt werden</translation>
    </message>
    <message>
        <source>a key that the program&apos;s runner reads is not there, in no spelling; the message names the runner and says what it does then</source>
        <translation>ein Schlüssel, den der Runner des Programms liest, ist in keiner Schreibweise da; die Meldung nennt den Runner und sagt, was er dann tut</translation>
    </message>
    <message>
        <source>the same for a key without which the runner stops</source>
        <translation>dasselbe für einen Schlüssel, ohne den der Runner anhält</translation>
    </message>
    <message>
        <source>the last dimension of the decoder&apos;s first output (`text_decoder`, `decoder`, else `forward`) is another</source>
        <translation>die letzte Dimension der ersten Ausgabe des Decoders (`text_decoder`, `decoder`, sonst `forward`) ist eine andere</translation>
    </message>
    <message>
        <source>dynamic shapes are promised, the decoder&apos;s inputs have one shape</source>
        <translation>dynamische Formen sind versprochen, die Eingaben des Decoders haben eine Form</translation>
    </message>
    <message>
        <source>no dimension of a tensor whose name holds &quot;cache&quot; is as long as the context</source>
        <translation>keine Dimension eines Tensors, dessen Name „cache“ enthält, ist so lang wie der Kontext</translation>
    </message>
    <message>
        <source>a method that the program&apos;s runner calls is not there</source>
        <translation>eine Methode, die der Runner des Programms aufruft, ist nicht da</translation>
    </message>
    <message>
        <source>a method takes another number of inputs than its runner gives</source>
        <translation>eine Methode nimmt eine andere Zahl von Eingaben, als ihr Runner gibt</translation>
    </message>
    <message>
        <source>an input is of another type than what its runner gives</source>
        <translation>eine Eingabe ist von anderem Typ als das, was ihr Runner gibt</translation>
    </message>
    <message>
        <source>a method gives another number of outputs than its runner takes</source>
        <translation>eine Methode gibt eine andere Zahl von Ausgaben, als ihr Runner nimmt</translation>
    </message>
    <message>
        <source>logits of a type that the runner&apos;s sampler does not read</source>
        <translation>Logits eines Typs, den der Sampler des Runners nicht liest</translation>
    </message>
    <message>
        <source>a call takes fewer tokens than `get_max_seq_len` promises, or a fixed number where the runner feeds one</source>
        <translation>ein Aufruf nimmt weniger Tokens, als `get_max_seq_len` verspricht, oder eine feste Zahl, wo der Runner eines gibt</translation>
    </message>
    <message>
        <source>a call takes more tokens than the context holds</source>
        <translation>ein Aufruf nimmt mehr Tokens, als der Kontext hält</translation>
    </message>
    <message>
        <source>fewer positions than tokens fit into a call</source>
        <translation>weniger Positionen, als Tokens in einen Aufruf passen</translation>
    </message>
    <message>
        <source>the decoder takes embeddings of another width than an embedding method gives</source>
        <translation>der Decoder nimmt Embeddings anderer Breite, als eine Embedding-Methode gibt</translation>
    </message>
    <message>
        <source>a cache is announced, and the record&apos;s graph of the decoder updates no buffer</source>
        <translation>ein Cache ist angekündigt, und der Graph des Records vom Decoder schreibt keinen Puffer</translation>
    </message>
    <message>
        <source>no axis of a cache that the record&apos;s graph updates is as long as the context</source>
        <translation>keine Achse eines Caches, den der Graph des Records schreibt, ist so lang wie der Kontext</translation>
    </message>
    <message>
        <source>a token of the metadata is beyond the last axis of the logits</source>
        <translation>ein Token der Metadaten liegt hinter der letzten Achse der Logits</translation>
    </message>
    <message>
        <source>no bundled program, or one of another version; a newer one is read as the known one</source>
        <translation>kein gebündeltes Programm, oder eines anderer Version; ein neueres wird wie das bekannte gelesen</translation>
    </message>
    <message>
        <source>2 GiB and more cannot be one FlatBuffers region</source>
        <translation>2 GiB und mehr können kein FlatBuffers-Bereich sein</translation>
    </message>
    <message>
        <source>the root table lies outside the file</source>
        <translation>die Wurzeltabelle liegt außerhalb der Datei</translation>
    </message>
    <message>
        <source>a version that today&apos;s runtime does not accept</source>
        <translation>eine Version, die die heutige Laufzeit nicht nimmt</translation>
    </message>
    <message>
        <source>the bundle holds no program</source>
        <translation>das Bündel enthält kein Programm</translation>
    </message>
    <message>
        <source>the program reaches beyond the end of the file</source>
        <translation>das Programm reicht über das Ende der Datei hinaus</translation>
    </message>
    <message>
        <source>the program does not start at a multiple of 32</source>
        <translation>das Programm beginnt nicht bei einem Vielfachen von 32</translation>
    </message>
    <message>
        <source>a list is cut</source>
        <translation>eine Liste ist abgeschnitten</translation>
    </message>
    <message>
        <source>a part lies outside the file</source>
        <translation>ein Teil liegt außerhalb der Datei</translation>
    </message>
    <message>
        <source>a suite names no method, or one that is too long</source>
        <translation>eine Testreihe nennt keine Methode, oder eine mit zu langem Namen</translation>
    </message>
    <message>
        <source>two suites are for one method; the runtime finds the first</source>
        <translation>zwei Testreihen sind für eine Methode; die Laufzeit findet die erste</translation>
    </message>
    <message>
        <source>a value of a case has no content</source>
        <translation>ein Wert eines Falls hat keinen Inhalt</translation>
    </message>
    <message>
        <source>a tensor of a case cannot be read</source>
        <translation>ein Tensor eines Falls ist nicht lesbar</translation>
    </message>
    <message>
        <source>a tensor has more data than its shape needs</source>
        <translation>ein Tensor hat mehr Daten, als seine Form braucht</translation>
    </message>
    <message>
        <source>an empty file comes from a runner without event tracing</source>
        <translation>eine leere Datei kommt von einem Runner ohne Ereignisaufzeichnung</translation>
    </message>
    <message>
        <source>no ETDump, or one of another version; a newer one is read as the known one</source>
        <translation>kein ETDump, oder einer anderer Version; ein neuerer wird wie der bekannte gelesen</translation>
    </message>
    <message>
        <source>shorter than its own account</source>
        <translation>kürzer als nach der eigenen Rechnung</translation>
    </message>
    <message>
        <source>a part leads outside, or texts that events share add up to far more than the file</source>
        <translation>ein Teil führt hinaus, oder Texte, die Ereignisse teilen, ergeben zusammen weit mehr als die Datei</translation>
    </message>
    <message>
        <source>runs without names: the runtime&apos;s writer breaks its dump when it logs a tensor of float16 or bfloat16</source>
        <translation>Läufe ohne Namen: der Schreiber der Laufzeit zerbricht seinen Dump, wenn er einen Tensor in float16 oder bfloat16 aufzeichnet</translation>
    </message>
    <message>
        <source>the same, but all runs, events and other values were found by the layout of their tables</source>
        <translation>dasselbe, aber alle Läufe, Ereignisse und anderen Werte wurden an der Anordnung ihrer Tabellen gefunden</translation>
    </message>
    <message>
        <source>values that a rebuilt dump lacks, found in the debug buffer by what the program writes there</source>
        <translation>Werte, die einem wiederhergestellten Dump fehlen, im Debug-Puffer gefunden an dem, was das Programm dort schreibt</translation>
    </message>
    <message>
        <source>bytes follow the end of the dump</source>
        <translation>nach dem Ende des Dumps folgen Bytes</translation>
    </message>
    <message>
        <source>written in text mode; line ends were mended</source>
        <translation>im Textmodus geschrieben; Zeilenenden wurden ausgebessert</translation>
    </message>
    <message>
        <source>an event ends before it starts</source>
        <translation>ein Ereignis endet, bevor es beginnt</translation>
    </message>
    <message>
        <source>all events start and end at one tick: there are no times</source>
        <translation>alle Ereignisse beginnen und enden bei einem Tick: es gibt keine Zeiten</translation>
    </message>
    <message>
        <source>an allocation names an allocator that its run does not have</source>
        <translation>eine Zuteilung nennt einen Allocator, den ihr Lauf nicht hat</translation>
    </message>
    <message>
        <source>a version other than 0</source>
        <translation>eine andere Version als 0</translation>
    </message>
    <message>
        <source>written by ExecuTorch 0.1; logged values are not read</source>
        <translation>von ExecuTorch 0.1 geschrieben; aufgezeichnete Werte werden nicht gelesen</translation>
    </message>
    <message>
        <source>the debug buffer is too short for the dump</source>
        <translation>der Debug-Puffer ist zu kurz für den Dump</translation>
    </message>
    <message>
        <source>all logged values that were looked at are zero</source>
        <translation>alle angesehenen aufgezeichneten Werte sind null</translation>
    </message>
    <message>
        <source>a logged type or shape that cannot be</source>
        <translation>ein aufgezeichneter Typ oder eine Form, die es nicht geben kann</translation>
    </message>
    <message>
        <source>the outputs of a run are those of no case: they are not compared</source>
        <translation>die Ausgaben eines Laufs sind die keines Falls: sie werden nicht verglichen</translation>
    </message>
    <message>
        <source>a part reaches beyond the payload</source>
        <translation>ein Teil reicht über die Nutzdaten hinaus</translation>
    </message>
    <message>
        <source>parts of the payload overlap</source>
        <translation>Teile der Nutzdaten überschneiden sich</translation>
    </message>
    <message>
        <source>the FlatBuffers verifier failed</source>
        <translation>die Prüfung der FlatBuffers schlug fehl</translation>
    </message>
    <message>
        <source>lists that many tables share would grow beyond the budget</source>
        <translation>Listen, die viele Tabellen teilen, würden über das Erlaubte wachsen</translation>
    </message>
    <message>
        <source>backend id and content disagree</source>
        <translation>Backend-Kennung und Inhalt widersprechen einander</translation>
    </message>
    <message>
        <source>a value that nothing defines, or an output that is never written</source>
        <translation>ein Wert, den nichts bestimmt, oder eine Ausgabe, die nie geschrieben wird</translation>
    </message>
    <message>
        <source>an operator that the decoder does not know</source>
        <translation>ein Operator, den der Leser nicht kennt</translation>
    </message>
    <message>
        <source>two values have one name</source>
        <translation>zwei Werte haben einen Namen</translation>
    </message>
    <message>
        <source>a constant lies outside the constants</source>
        <translation>eine Konstante liegt außerhalb der Konstanten</translation>
    </message>
    <message>
        <source>the named data of a key are not at hand</source>
        <translation>die benannten Daten eines Schlüssels sind nicht zur Hand</translation>
    </message>
    <message>
        <source>the form is not decoded, and the record does not keep the graph</source>
        <translation>die Form wird nicht gelesen, und der Record behält den Graphen nicht</translation>
    </message>
    <message>
        <source>a version with another layout</source>
        <translation>eine Version mit anderer Anordnung</translation>
    </message>
    <message>
        <source>a compile spec cannot be read</source>
        <translation>eine Compile-Spec ist nicht lesbar</translation>
    </message>
    <message>
        <source>the payload&apos;s bytes are not in the file</source>
        <translation>die Bytes der Nutzdaten sind nicht in der Datei</translation>
    </message>
    <message>
        <source>the table of a fat container counts more than there is, or leads outside</source>
        <translation>die Tabelle eines Sammelbehälters zählt mehr, als da ist, oder führt hinaus</translation>
    </message>
    <message>
        <source>a fat container of another version</source>
        <translation>ein Sammelbehälter anderer Version</translation>
    </message>
    <message>
        <source>the backend id of an entry is empty, not ASCII, or not padded with zeros</source>
        <translation>die Backend-Kennung eines Eintrags ist leer, kein ASCII, oder nicht mit Nullen aufgefüllt</translation>
    </message>
    <message>
        <source>payloads of a fat container leave gaps or overlap, or bytes follow the last</source>
        <translation>Nutzdaten eines Sammelbehälters lassen Lücken oder überschneiden sich, oder nach den letzten folgen Bytes</translation>
    </message>
    <message>
        <source>a part of a `.ptn` package is missing or cannot be read</source>
        <translation>ein Teil eines `.ptn`-Pakets fehlt oder ist nicht lesbar</translation>
    </message>
    <message>
        <source>an alias names a tensor that the package does not have</source>
        <translation>ein Alias nennt einen Tensor, den das Paket nicht hat</translation>
    </message>
    <message>
        <source>lowered for a `.ptn` package: the program lacks its constants</source>
        <translation>für ein `.ptn`-Paket gemacht: dem Programm fehlen seine Konstanten</translation>
    </message>
    <message>
        <source>a block does not hold what it counts</source>
        <translation>ein Block hält nicht, was er zählt</translation>
    </message>
    <message>
        <source>the stream has no end block, or goes on behind it</source>
        <translation>der Strom hat keinen Endblock, oder geht nach ihm weiter</translation>
    </message>
    <message>
        <source>the reference to named data is no JSON object</source>
        <translation>der Verweis auf benannte Daten ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>the payload does not end in the index of a directory</source>
        <translation>die Nutzdaten enden nicht mit dem Index eines Verzeichnisses</translation>
    </message>
    <message>
        <source>the index of the directory cannot be read, or leads outside</source>
        <translation>der Index des Verzeichnisses ist nicht lesbar oder führt hinaus</translation>
    </message>
    <message>
        <source>a part of the model breaks off</source>
        <translation>ein Teil des Modells bricht ab</translation>
    </message>
    <message>
        <source>the list of keys is too long or no text</source>
        <translation>die Liste der Schlüssel ist zu lang oder kein Text</translation>
    </message>
    <message>
        <source>the numbers of a weight&apos;s entry contradict each other, its named data, or what the runtime takes</source>
        <translation>die Zahlen im Eintrag eines Gewichts widersprechen einander, seinen benannten Daten, oder dem, was die Laufzeit nimmt</translation>
    </message>
    <message>
        <source>a weight of a type or for a device that the runtime does not take</source>
        <translation>ein Gewicht eines Typs oder für ein Gerät, das die Laufzeit nicht nimmt</translation>
    </message>
    <message>
        <source>the manifest is no JSON object, lacks what it must say, or is contradicted by its files</source>
        <translation>das Manifest ist kein JSON-Objekt, sagt nicht, was es muss, oder seine Dateien widersprechen ihm</translation>
    </message>
    <message>
        <source>manifest and compile specs say another packaging</source>
        <translation>Manifest und Compile-Specs sagen eine andere Verpackung</translation>
    </message>
    <message>
        <source>the metadata of an asset are no JSON object</source>
        <translation>die Metadaten eines Assets sind kein JSON-Objekt</translation>
    </message>
    <message>
        <source>the model lies beside the program, and is not among the files</source>
        <translation>das Modell liegt neben dem Programm und ist nicht unter den Dateien</translation>
    </message>
    <message>
        <source>MLIR bytecode breaks off, leads outside, or is none</source>
        <translation>MLIR-Bytecode bricht ab, führt hinaus, oder ist keiner</translation>
    </message>
    <message>
        <source>a version of MLIR bytecode with another layout</source>
        <translation>eine Version von MLIR-Bytecode mit anderer Anordnung</translation>
    </message>
    <message>
        <source>a file has another SHA-256 than the payload that names it states</source>
        <translation>eine Datei hat ein anderes SHA-256, als die Nutzdaten angeben, die sie nennen</translation>
    </message>
    <message>
        <source>no microcode stands where the header says</source>
        <translation>kein Microcode steht, wo der Kopf es sagt</translation>
    </message>
    <message>
        <source>the header&apos;s version or model size is wrong</source>
        <translation>Version oder Modellgröße im Kopf ist falsch</translation>
    </message>
    <message>
        <source>run %1 of %2</source>
        <translation>Lauf %1 von %2</translation>
    </message>
    <message>
        <source>expected output %1 of case %2</source>
        <translation>erwartete Ausgabe %1 von Fall %2</translation>
    </message>
    <message>
        <source>XNNPACK computes the exact GELU where the approximation by tanh is asked for</source>
        <translation>XNNPACK berechnet das genaue GELU, wo die Näherung mit tanh verlangt ist</translation>
    </message>
    <message>
        <source>values are off by up to 4.7e-4, which later layers carry on</source>
        <translation>Werte sind bis zu 4.7e-4 daneben, was spätere Schichten weitertragen</translation>
    </message>
    <message>
        <source>keep the operator out of the delegate, or export the model with the exact GELU</source>
        <translation>den Operator aus dem Delegate heraushalten, oder das Modell mit dem genauen GELU exportieren</translation>
    </message>
    <message>
        <source>XNNPACK&apos;s lowering folds a batch norm behind a linear layer into the layer&apos;s features, whichever axis it normalises</source>
        <translation>XNNPACK faltet eine Batch-Normalisierung nach einer linearen Schicht in deren Merkmale, gleich welche Achse sie normalisiert</translation>
    </message>
    <message>
        <source>with an axis between batch and features the weights of another axis are scaled: wrong values throughout</source>
        <translation>mit einer Achse zwischen Batch und Merkmalen werden die Gewichte einer anderen Achse skaliert: durchweg falsche Werte</translation>
    </message>
    <message>
        <source>swap the axes so that the batch norm sees the features second, or keep it out of the delegate</source>
        <translation>die Achsen tauschen, sodass die Batch-Normalisierung die Merkmale als zweite sieht, oder sie aus dem Delegate heraushalten</translation>
    </message>
    <message>
        <source>XNNPACK ignores alpha of add and sub</source>
        <translation>XNNPACK beachtet alpha von add und sub nicht</translation>
    </message>
    <message>
        <source>the second operand is not scaled</source>
        <translation>der zweite Operand wird nicht skaliert</translation>
    </message>
    <message>
        <source>export again with release 0.7.0 or later, which leaves these operators out of the delegate, or multiply before</source>
        <translation>mit Version 0.7.0 oder später neu exportieren, die diese Operatoren nicht an das Delegate gibt, oder vorher multiplizieren</translation>
    </message>
    <message>
        <source>XNNPACK does not compute GELU of half floats rightly</source>
        <translation>XNNPACK berechnet GELU von Gleitkommazahlen mit 16 Bit nicht richtig</translation>
    </message>
    <message>
        <source>wrong values</source>
        <translation>falsche Werte</translation>
    </message>
    <message>
        <source>export again with release 1.2.0 or later, which leaves this operator out of the delegate</source>
        <translation>mit Version 1.2.0 oder später neu exportieren, die diesen Operator nicht an das Delegate gibt</translation>
    </message>
    <message>
        <source>max_pool2d_with_indices_backward adds to what lies in its result&apos;s memory</source>
        <translation>max_pool2d_with_indices_backward addiert zu dem, was im Speicher seines Ergebnisses liegt</translation>
    </message>
    <message>
        <source>gradients hold leftovers of other values: NaN, or training that does not converge</source>
        <translation>Gradienten enthalten Reste anderer Werte: NaN, oder ein Training, das nicht konvergiert</translation>
    </message>
    <message>
        <source>use a runtime with the kernel of the main branch, or register one that clears its result first</source>
        <translation>eine Laufzeit mit dem Kernel des Hauptzweigs verwenden, oder einen anmelden, der sein Ergebnis zuerst leert</translation>
    </message>
    <message>
        <source>Results of a branch lie in memory that a later branch writes over</source>
        <translation>Ergebnisse eines Zweigs liegen in Speicher, den ein späterer Zweig überschreibt</translation>
    </message>
    <message>
        <source>the value is another one when it is read: wrong results, without an error</source>
        <translation>der Wert ist beim Lesen ein anderer: falsche Ergebnisse, ohne Fehler</translation>
    </message>
    <message>
        <source>copy the result behind the cond (clone), or plan the memory without sharing</source>
        <translation>das Ergebnis hinter dem cond kopieren (clone), oder den Speicher ohne Teilen planen</translation>
    </message>
    <message>
        <source>The runtime accepts an input of other strides and reads it in the order that the method was exported with</source>
        <translation>Die Laufzeit nimmt eine Eingabe mit anderen Schritten und liest sie in der Reihenfolge, mit der die Methode exportiert wurde</translation>
    </message>
    <message>
        <source>the elements of the input are taken from wrong places, without an error</source>
        <translation>die Elemente der Eingabe werden von falschen Stellen genommen, ohne Fehler</translation>
    </message>
    <message>
        <source>make the input contiguous before the call, or export the method with a channels-last example</source>
        <translation>die Eingabe vor dem Aufruf zusammenhängend machen, oder die Methode mit einem Beispiel in channels-last exportieren</translation>
    </message>
    <message>
        <source>max_pool2d loses NaN unless it comes last in its window</source>
        <translation>max_pool2d verliert NaN, wenn es nicht als letztes im Fenster steht</translation>
    </message>
    <message>
        <source>elements that should be NaN are a neighbour&apos;s value</source>
        <translation>Elemente, die NaN sein sollten, sind der Wert eines Nachbarn</translation>
    </message>
    <message>
        <source>mark missing elements by another value than NaN, or register a kernel that hands NaN on</source>
        <translation>fehlende Elemente durch einen anderen Wert als NaN kennzeichnen, oder einen Kernel anmelden, der NaN weitergibt</translation>
    </message>
    <message>
        <source>pow of 64-bit integers computes with doubles</source>
        <translation>pow von ganzen Zahlen mit 64 Bit rechnet mit Doubles</translation>
    </message>
    <message>
        <source>powers beyond 2^53 are rounded: low bits, and what is computed from them, are others</source>
        <translation>Potenzen über 2^53 sind gerundet: die unteren Bits, und was aus ihnen berechnet wird, sind andere</translation>
    </message>
    <message>
        <source>multiply instead, or keep powers below 2^53</source>
        <translation>stattdessen multiplizieren, oder Potenzen unter 2^53 halten</translation>
    </message>
    <message>
        <source>native_layer_norm takes the variance as the mean of squares less the square of the mean</source>
        <translation>native_layer_norm nimmt als Varianz das Mittel der Quadrate ohne das Quadrat des Mittels</translation>
    </message>
    <message>
        <source>rows whose mean is far larger than their spread lose the variance: wrong values, or NaN</source>
        <translation>Zeilen, deren Mittel weit größer ist als ihre Streuung, verlieren die Varianz: falsche Werte, oder NaN</translation>
    </message>
    <message>
        <source>subtract a constant from the rows before the norm, or let a delegate compute it</source>
        <translation>vor der Normalisierung eine Konstante von den Zeilen abziehen, oder ein Delegate sie berechnen lassen</translation>
    </message>
    <message>
        <source>%1: %2 {2:operator|operators}, no delegate</source>
        <translation>%1: %2 {2:Operator|Operatoren}, kein Delegate</translation>
    </message>
    <message>
        <source>%1: %2 delegate {2:call|calls} (%3) and %4 {4:operator|operators} on the CPU</source>
        <translation>%1: %2 {2:Delegate-Aufruf|Delegate-Aufrufe} (%3) und %4 {4:Operator|Operatoren} auf der CPU</translation>
    </message>
    <message>
        <source>%1 {2:has|have} no delegate: all that {2:it runs|they run}, %3 {3:operator|operators}, is outside</source>
        <translation>%1 {2:hat|haben} kein Delegate: alles, was {2:sie ausführt|sie ausführen}, %3 {3:Operator|Operatoren}, liegt außerhalb</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>there is no delegate: all %1 {1:operator runs|operators run} on the CPU</source>
        <translation>es gibt kein Delegate: alle %1 {1:Operator läuft|Operatoren laufen} auf der CPU</translation>
    </message>
    <message>
        <source>%1 {1:operator runs|operators run} on the CPU, beside %2 delegate {2:call|calls}</source>
        <translation>%1 {1:Operator läuft|Operatoren laufen} auf der CPU, neben %2 {2:Delegate-Aufruf|Delegate-Aufrufen}</translation>
    </message>
    <message>
        <source>a part of the tokenizer, or a text, that ids are not computed of here</source>
        <translation>ein Teil des Tokenizers oder ein Text, dessen IDs hier nicht berechnet werden</translation>
    </message>
    <message>
        <source>a part of a chat template that is not read here</source>
        <translation>ein Teil einer Gesprächsvorlage, der hier nicht gelesen wird</translation>
    </message>
    <message>
        <source>the chat template raises an exception on the messages</source>
        <translation>die Gesprächsvorlage löst bei den Nachrichten eine Ausnahme aus</translation>
    </message>
    <message>
        <source>a picture&apos;s file is no PNG, or damaged</source>
        <translation>die Datei eines Bildes ist kein PNG oder beschädigt</translation>
    </message>
    <message>
        <source>a part of a processor&apos;s configuration that is not computed here</source>
        <translation>ein Teil der Konfiguration eines Prozessors, der hier nicht berechnet wird</translation>
    </message>
    <message>
        <source>a line of a trace cannot be read, the place has its number; it is left out</source>
        <translation>eine Zeile einer Aufzeichnung ist nicht lesbar, die Stelle nennt ihre Nummer; sie wird ausgelassen</translation>
    </message>
    <message>
        <source>no line of a trace can be read</source>
        <translation>keine Zeile einer Aufzeichnung ist lesbar</translation>
    </message>
    <message>
        <source>a trace names a file outside of where its files may be</source>
        <translation>eine Aufzeichnung nennt eine Datei außerhalb dessen, wo ihre Dateien sein dürfen</translation>
    </message>
    <message>
        <source>the trace has only the hash of a value, or nothing of it</source>
        <translation>die Aufzeichnung hat von einem Wert nur den Hash oder nichts</translation>
    </message>
    <message>
        <source>a file that a trace names is not where it says</source>
        <translation>eine Datei, die eine Aufzeichnung nennt, ist nicht dort</translation>
    </message>
    <message>
        <source>there is no check of ways that must agree of this id</source>
        <translation>es gibt keine Prüfung übereinstimmender Wege mit dieser Kennung</translation>
    </message>
    <message>
        <source>a role is told of an input that no method has</source>
        <translation>eine Rolle wird von einer Eingabe genannt, die keine Methode hat</translation>
    </message>
    <message>
        <source>the role of an input is not of the form INPUT=ROLE, or there is no such role</source>
        <translation>die Rolle einer Eingabe ist nicht von der Form INPUT=ROLE, oder es gibt sie nicht</translation>
    </message>
    <message>
        <source>an input cannot be made up: nothing tells what it is</source>
        <translation>eine Eingabe kann nicht gebildet werden: nichts sagt, was sie ist</translation>
    </message>
    <message>
        <source>a `run.json`, or an entry of it, cannot be read; the rest counts</source>
        <translation>eine `run.json` oder ein Eintrag darin ist nicht lesbar; der Rest gilt</translation>
    </message>
    <message>
        <source>a `run.json` is of another program or other data: it proves nothing</source>
        <translation>eine `run.json` gehört zu einem anderen Programm oder anderen Daten: sie beweist nichts</translation>
    </message>
    <message>
        <source>a file is not the one that the run of its `run.json` wrote: it proves nothing of it</source>
        <translation>eine Datei ist nicht die, die der Lauf seiner `run.json` schrieb: diese beweist nichts von ihr</translation>
    </message>
    <message>
        <source>inputs that were asked for do not exist, or do not fit the method</source>
        <translation>verlangte Eingaben gibt es nicht, oder sie passen nicht zur Methode</translation>
    </message>
    <message>
        <source>sizes that were asked for have no such names, or cannot be made</source>
        <translation>verlangte Größen haben keine solchen Namen oder sind nicht herstellbar</translation>
    </message>
    <message>
        <source>the values of a run may not fit the buffer that the runtime is given</source>
        <translation>die Werte eines Laufs passen vielleicht nicht in den Puffer der Laufzeit</translation>
    </message>
    <message>
        <source>the target of a run cannot be started</source>
        <translation>das Ziel eines Laufs kann nicht gestartet werden</translation>
    </message>
    <message>
        <source>the Python of a run has no executorch that can be loaded</source>
        <translation>das Python eines Laufs hat kein ladbares executorch</translation>
    </message>
    <message>
        <source>the target of a run ended before its end, or cannot be reached</source>
        <translation>das Ziel eines Laufs endete vor dessen Ende oder ist nicht erreichbar</translation>
    </message>
    <message>
        <source>the runtime refuses the program</source>
        <translation>die Laufzeit lehnt das Programm ab</translation>
    </message>
    <message>
        <source>the runtime was ended by a signal</source>
        <translation>die Laufzeit wurde durch ein Signal beendet</translation>
    </message>
    <message>
        <source>a run did not end within its time</source>
        <translation>ein Lauf endete nicht in seiner Zeit</translation>
    </message>
    <message>
        <source>a run printed without end</source>
        <translation>ein Lauf gab endlos Text aus</translation>
    </message>
    <message>
        <source>no call of a run came to its end</source>
        <translation>kein Aufruf eines Laufs kam zum Ende</translation>
    </message>
    <message>
        <source>no output can be held against that of the other way</source>
        <translation>keine Ausgabe lässt sich mit der des anderen Wegs vergleichen</translation>
    </message>
    <message>
        <source>node %1 cannot be computed</source>
        <translation>Knoten %1 lässt sich nicht berechnen</translation>
    </message>
    <message>
        <source>both ways agree within what rounding does to them</source>
        <translation>beide Wege stimmen im Rahmen der Rundung überein</translation>
    </message>
    <message>
        <source>both ways must agree, and do not</source>
        <translation>beide Wege müssen übereinstimmen und tun es nicht</translation>
    </message>
    <message>
        <source>position %1 does not see itself</source>
        <translation>Position %1 sieht sich selbst nicht</translation>
    </message>
    <message>
        <source>position %1 sees %2 positions, the ones before it %3</source>
        <translation>Position %1 sieht %2 Positionen, die davor %3</translation>
    </message>
    <message>
        <source>position %1 sees positions out of order</source>
        <translation>Position %1 sieht Positionen außer der Reihe</translation>
    </message>
    <message>
        <source>it keeps no cache of positions</source>
        <translation>es behält keinen Cache von Positionen</translation>
    </message>
    <message>
        <source>no attention goes over the places of a cache that it keeps</source>
        <translation>keine Attention geht über die Plätze eines Caches, den es behält</translation>
    </message>
    <message>
        <source>texts end where the cache does, at %1 positions</source>
        <translation>Texte enden, wo der Cache endet, bei %1 Positionen</translation>
    </message>
    <message>
        <source>a cache of %1 places takes too many calls</source>
        <translation>ein Cache von %1 Plätzen braucht zu viele Aufrufe</translation>
    </message>
    <message>
        <source>a call has %1 positions at least</source>
        <translation>ein Aufruf hat mindestens %1 Positionen</translation>
    </message>
    <message>
        <source>texts end where the cache does: position %1 cannot be computed</source>
        <translation>Texte enden, wo der Cache endet: Position %1 lässt sich nicht berechnen</translation>
    </message>
    <message>
        <source>what the cache holds cannot be computed</source>
        <translation>was der Cache enthält, lässt sich nicht berechnen</translation>
    </message>
    <message>
        <source>what the cache holds cannot be followed from call to call</source>
        <translation>was der Cache enthält, lässt sich nicht von Aufruf zu Aufruf verfolgen</translation>
    </message>
    <message>
        <source>%1 positions one by one, through a cache of %2</source>
        <translation>%1 Positionen einzeln, durch einen Cache von %2</translation>
    </message>
    <message>
        <source>what each of them may see</source>
        <translation>was jede von ihnen sehen darf</translation>
    </message>
    <message>
        <source>each position sees the latest ones, beyond the cache&apos;s length as well</source>
        <translation>jede Position sieht die letzten, auch über die Länge des Caches hinaus</translation>
    </message>
    <message>
        <source>no other method is a part of it</source>
        <translation>keine andere Methode ist ein Teil davon</translation>
    </message>
    <message>
        <source>no other methods are parts of it</source>
        <translation>keine anderen Methoden sind Teile davon</translation>
    </message>
    <message>
        <source>%1 alone</source>
        <translation>%1 allein</translation>
    </message>
    <message>
        <source>%1, then %2</source>
        <translation>%1, dann %2</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>the same with another row 0: the other rows</source>
        <translation>dasselbe mit anderer Zeile 0: die anderen Zeilen</translation>
    </message>
    <message>
        <source>no output has as many rows</source>
        <translation>keine Ausgabe hat so viele Zeilen</translation>
    </message>
    <message>
        <source>no row depends on another</source>
        <translation>keine Zeile hängt von einer anderen ab</translation>
    </message>
    <message>
        <source>rows depend on each other: it normalises over the batch as training does</source>
        <translation>Zeilen hängen voneinander ab: Es normalisiert wie im Training über den Batch</translation>
    </message>
    <message>
        <source>rows depend on each other, and of %1 rows that are fixed nothing says that they are a batch</source>
        <translation>Zeilen hängen voneinander ab, und von %1 festen Zeilen sagt nichts, dass sie ein Batch sind</translation>
    </message>
    <message>
        <source>no input has an axis of rows</source>
        <translation>kein Eingang hat eine Achse von Zeilen</translation>
    </message>
    <message>
        <source>there is one row</source>
        <translation>es gibt eine Zeile</translation>
    </message>
    <message>
        <source>a call has %1 rows at least, and %2 at most</source>
        <translation>ein Aufruf hat mindestens %1 Zeilen und höchstens %2</translation>
    </message>
    <message>
        <source>%1 rows in one call</source>
        <translation>%1 Zeilen in einem Aufruf</translation>
    </message>
    <message>
        <source>each row alone</source>
        <translation>jede Zeile allein</translation>
    </message>
    <message>
        <source>rows depend on each other, and nothing says whether the first axis is a batch or a sequence</source>
        <translation>Zeilen hängen voneinander ab, und nichts sagt, ob die erste Achse ein Batch oder eine Folge ist</translation>
    </message>
    <message>
        <source>no input has an axis of positions</source>
        <translation>kein Eingang hat eine Achse von Positionen</translation>
    </message>
    <message>
        <source>no input says which positions are padding</source>
        <translation>kein Eingang sagt, welche Positionen Auffüllung sind</translation>
    </message>
    <message>
        <source>no position sees later ones: padding behind a text is not seen</source>
        <translation>keine Position sieht spätere: Auffüllung hinter einem Text wird nicht gesehen</translation>
    </message>
    <message>
        <source>its length is fixed, and no input says which positions are padding</source>
        <translation>die Länge ist fest, und kein Eingang sagt, welche Positionen Auffüllung sind</translation>
    </message>
    <message>
        <source>a call has %1 {1:position|positions}</source>
        <translation>ein Aufruf hat %1 {1:Position|Positionen}</translation>
    </message>
    <message>
        <source>%1 positions, of which %2 are padding</source>
        <translation>%1 Positionen, davon %2 Auffüllung</translation>
    </message>
    <message>
        <source>the same with something else in the padding</source>
        <translation>dasselbe mit etwas anderem in der Auffüllung</translation>
    </message>
    <message>
        <source>a call</source>
        <translation>ein Aufruf</translation>
    </message>
    <message>
        <source>the same call again, from the same state</source>
        <translation>derselbe Aufruf noch einmal, vom selben Zustand aus</translation>
    </message>
    <message>
        <source>the same call with other random numbers, from the same state</source>
        <translation>derselbe Aufruf mit anderen Zufallszahlen, vom selben Zustand aus</translation>
    </message>
    <message>
        <source>bit for bit the same</source>
        <translation>Bit für Bit gleich</translation>
    </message>
    <message>
        <source>it keeps nothing from call to call</source>
        <translation>es behält nichts von Aufruf zu Aufruf</translation>
    </message>
    <message>
        <source>positions see later ones of the same call (%1 of %2 pairs)</source>
        <translation>Positionen sehen spätere desselben Aufrufs (%1 von %2 Paaren)</translation>
    </message>
    <message>
        <source>%1 positions in one call, then %2 one by one</source>
        <translation>%1 Positionen in einem Aufruf, dann %2 einzeln</translation>
    </message>
    <message>
        <source>%1 positions in one call</source>
        <translation>%1 Positionen in einem Aufruf</translation>
    </message>
    <message>
        <source>%1 positions in one call of %2</source>
        <translation>%1 Positionen in einem Aufruf von %2</translation>
    </message>
    <message>
        <source>the same in calls of %1</source>
        <translation>dasselbe in Aufrufen von %1</translation>
    </message>
    <message>
        <source>each call has %1 {1:position|positions}, and no other method works on the same state in calls of another size</source>
        <translation>jeder Aufruf hat %1 {1:Position|Positionen}, und keine andere Methode arbeitet mit anders langen Aufrufen auf demselben Zustand</translation>
    </message>
    <message>
        <source>asked from method %1, whose calls are longer</source>
        <translation>von Methode %1 aus gefragt, deren Aufrufe länger sind</translation>
    </message>
    <message>
        <source>a call has %1 positions at least, and %2 at most</source>
        <translation>ein Aufruf hat mindestens %1 Positionen und höchstens %2</translation>
    </message>
    <message>
        <source>the same one by one</source>
        <translation>dasselbe einzeln</translation>
    </message>
    <message>
        <source>each call has %1 {1:position|positions}</source>
        <translation>jeder Aufruf hat %1 {1:Position|Positionen}</translation>
    </message>
    <message>
        <source>the number of positions is fixed</source>
        <translation>die Zahl der Positionen ist fest</translation>
    </message>
    <message>
        <source>the export states no sizes beyond 1</source>
        <translation>der Export nennt keine Größen über 1</translation>
    </message>
    <message>
        <source>positions see later ones of the same call: what a shorter text gives is another question</source>
        <translation>Positionen sehen spätere desselben Aufrufs: was ein kürzerer Text gibt, ist eine andere Frage</translation>
    </message>
    <message>
        <source>%1 {1:position|positions}</source>
        <translation>%1 {1:Position|Positionen}</translation>
    </message>
    <message>
        <source>the same with padding up to %1</source>
        <translation>dasselbe mit Auffüllung bis %1</translation>
    </message>
    <message>
        <source>the first of %1</source>
        <translation>die ersten von %1</translation>
    </message>
    <message>
        <source>its state goes through the caller, who begins anew with another</source>
        <translation>der Zustand geht durch den Aufrufer, der mit einem anderen neu beginnt</translation>
    </message>
    <message>
        <source>nothing tells it that another text begins: no input that it reads says where in the text a call stands, and no method resets it</source>
        <translation>nichts sagt ihm, dass ein anderer Text beginnt: Kein Eingang, den es liest, sagt, wo im Text ein Aufruf steht, und keine Methode setzt es zurück</translation>
    </message>
    <message>
        <source>a text after another of %1 {1:position|positions}</source>
        <translation>ein Text nach einem anderen von %1 {1:Position|Positionen}</translation>
    </message>
    <message>
        <source>the same text as the first</source>
        <translation>derselbe Text als erster</translation>
    </message>
    <message>
        <source>each call has one position</source>
        <translation>jeder Aufruf hat eine Position</translation>
    </message>
    <message>
        <source>no output has the axis of positions</source>
        <translation>keine Ausgabe hat die Achse der Positionen</translation>
    </message>
    <message>
        <source>%1 positions</source>
        <translation>%1 Positionen</translation>
    </message>
    <message>
        <source>the same with another position %1: what is before it</source>
        <translation>dasselbe mit anderer Position %1: was davor ist</translation>
    </message>
    <message>
        <source>the positions of a first part see each other, the others do not look ahead</source>
        <translation>die Positionen eines ersten Teils sehen einander, die anderen schauen nicht voraus</translation>
    </message>
    <message>
        <source>every position sees every other one</source>
        <translation>jede Position sieht jede andere</translation>
    </message>
    <message>
        <source>each position sees %1 ahead and %2 back</source>
        <translation>jede Position sieht %1 voraus und %2 zurück</translation>
    </message>
    <message>
        <source>each position sees %1 ahead, and nothing claims that it does not</source>
        <translation>jede Position sieht %1 voraus, und nichts behauptet das Gegenteil</translation>
    </message>
    <message>
        <source>prefill = stepping</source>
        <translation>Prefill = schrittweise</translation>
    </message>
    <message>
        <source>a text in one call, and position by position</source>
        <translation>ein Text in einem Aufruf, und Position für Position</translation>
    </message>
    <message>
        <source>chunks</source>
        <translation>Stücke</translation>
    </message>
    <message>
        <source>a text in one call, and in several of any sizes</source>
        <translation>ein Text in einem Aufruf, und in mehreren beliebiger Größe</translation>
    </message>
    <message>
        <source>below the bound</source>
        <translation>unter der Grenze</translation>
    </message>
    <message>
        <source>the beginning of a text, and that text alone</source>
        <translation>der Anfang eines Textes, und dieser allein</translation>
    </message>
    <message>
        <source>order of the cache</source>
        <translation>Ordnung des Caches</translation>
    </message>
    <message>
        <source>what each position sees, beyond the length of the cache</source>
        <translation>was jede Position sieht, über die Länge des Caches hinaus</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>a text after another one, and as the first</source>
        <translation>ein Text nach einem anderen, und als erster</translation>
    </message>
    <message>
        <source>batch = single</source>
        <translation>Batch = einzeln</translation>
    </message>
    <message>
        <source>rows of a batch, and each row alone</source>
        <translation>Zeilen eines Batches, und jede allein</translation>
    </message>
    <message>
        <source>causality</source>
        <translation>Kausalität</translation>
    </message>
    <message>
        <source>what comes before a position, whatever is there</source>
        <translation>was vor einer Position kommt, was immer dort steht</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>Auffüllung</translation>
    </message>
    <message>
        <source>what is real, whatever is in the padding</source>
        <translation>was echt ist, was immer in der Auffüllung steht</translation>
    </message>
    <message>
        <source>repeat</source>
        <translation>Wiederholung</translation>
    </message>
    <message>
        <source>a call, and the same call again</source>
        <translation>ein Aufruf, und derselbe noch einmal</translation>
    </message>
    <message>
        <source>methods agree</source>
        <translation>Methoden stimmen überein</translation>
    </message>
    <message>
        <source>a method, and others that are its parts</source>
        <translation>eine Methode, und andere, die ihre Teile sind</translation>
    </message>
    <message>
        <source>%1 looks it up in %2</source>
        <translation>%1 schlägt es in %2 nach</translation>
    </message>
    <message>
        <source>%1 writes to %2 where it says</source>
        <translation>%1 schreibt dort, wo es sagt, in %2</translation>
    </message>
    <message>
        <source>%1 compares it with a range of places</source>
        <translation>%1 vergleicht es mit einer Folge von Plätzen</translation>
    </message>
    <message>
        <source>%1 makes angles of it</source>
        <translation>%1 macht Winkel daraus</translation>
    </message>
    <message>
        <source>%1 chooses by it</source>
        <translation>%1 wählt danach</translation>
    </message>
    <message>
        <source>%1 is given it as a mask</source>
        <translation>%1 bekommt es als Maske</translation>
    </message>
    <message>
        <source>%1 takes it as a picture of few channels</source>
        <translation>%1 nimmt es als Bild mit wenigen Kanälen</translation>
    </message>
    <message>
        <source>%1 takes its last axis as a vector</source>
        <translation>%1 nimmt die letzte Achse als Vektor</translation>
    </message>
    <message>
        <source>%1 turns it into a factor or a bias</source>
        <translation>%1 macht einen Faktor oder Summanden daraus</translation>
    </message>
    <message>
        <source>its name says so</source>
        <translation>der Name sagt es</translation>
    </message>
    <message>
        <source>nothing of its type and its use tells</source>
        <translation>weder Typ noch Verwendung sagen es</translation>
    </message>
    <message>
        <source>as told</source>
        <translation>wie gesagt</translation>
    </message>
    <message>
        <source>output %1 is what it becomes</source>
        <translation>Ausgabe %1 ist, was daraus wird</translation>
    </message>
    <message>
        <source>a choice has no id</source>
        <translation>eine Wahl hat keine Nummer</translation>
    </message>
    <message>
        <source>the id %1 was chosen, which the tokenizer of %2 ids does not have</source>
        <translation>gewählt wurde Nummer %1, die der Tokenizer mit %2 Nummern nicht hat</translation>
    </message>
    <message>
        <source>a choice names no call whose logits are there</source>
        <translation>eine Wahl nennt keinen Aufruf, dessen Logits da sind</translation>
    </message>
    <message>
        <source>the logits of position %1 were read, which is padding: the last token is at %2</source>
        <translation>gelesen wurden die Logits von Position %1, die Auffüllung ist: das letzte Token steht an %2</translation>
    </message>
    <message>
        <source>the logits of position %1 were read, the last token is at %2</source>
        <translation>gelesen wurden die Logits von Position %1, das letzte Token steht an %2</translation>
    </message>
    <message>
        <source>the trace has only the hashes of the logits</source>
        <translation>der Trace hat nur die Hashes der Logits</translation>
    </message>
    <message>
        <source>the output has no logit of a chosen id</source>
        <translation>die Ausgabe hat kein Logit einer gewählten Nummer</translation>
    </message>
    <message>
        <source>a sampler has settings that are not known here: %1</source>
        <translation>ein Sampler hat Einstellungen, die hier nicht bekannt sind: %1</translation>
    </message>
    <message>
        <source>the trace does not say how ids were chosen</source>
        <translation>der Trace sagt nicht, wie Nummern gewählt wurden</translation>
    </message>
    <message>
        <source>no tokenizer tells how many ids there are</source>
        <translation>kein Tokenizer sagt, wie viele Nummern es gibt</translation>
    </message>
    <message>
        <source>%1 is the largest logit of position %2, which is padding; that of the last token is %3</source>
        <translation>%1 ist das größte Logit von Position %2, die Auffüllung ist; das des letzten Tokens ist %3</translation>
    </message>
    <message>
        <source>%1 is the largest logit of position %2; that of the last token, at %3, is %4</source>
        <translation>%1 ist das größte Logit von Position %2; das des letzten Tokens, an %3, ist %4</translation>
    </message>
    <message>
        <source>%1 was chosen at temperature 0, where %2 has the largest logit: %3 logits are larger than the chosen one&apos;s</source>
        <translation>%1 wurde bei Temperatur 0 gewählt, wo %2 das größte Logit hat: %3 Logits sind größer als das gewählte</translation>
    </message>
    <message>
        <source>%1 was chosen among the %2 most likely, and %3 are more likely</source>
        <translation>%1 wurde unter den %2 wahrscheinlichsten gewählt, und %3 sind wahrscheinlicher</translation>
    </message>
    <message>
        <source>%1 was chosen, which has a probability of less than 1e-9</source>
        <translation>gewählt wurde %1 mit einer Wahrscheinlichkeit unter 1e-9</translation>
    </message>
    <message>
        <source>%1 was chosen, and more likely ids have more than top_p together</source>
        <translation>gewählt wurde %1, und wahrscheinlichere Nummern haben zusammen mehr als top_p</translation>
    </message>
    <message>
        <source>a call has fewer values than others of its method</source>
        <translation>ein Aufruf hat weniger Werte als andere seiner Methode</translation>
    </message>
    <message>
        <source>the trace has only the hashes of the ids</source>
        <translation>der Trace hat nur die Hashes der Nummern</translation>
    </message>
    <message>
        <source>the ids that were given are not those of the conversation: they have another hash</source>
        <translation>die gegebenen Nummern sind nicht die des Gesprächs: Sie haben einen anderen Hash</translation>
    </message>
    <message>
        <source>the id %1 was given at position %2, the conversation has %3 there</source>
        <translation>die Nummer %1 wurde an Stelle %2 gegeben, das Gespräch hat dort %3</translation>
    </message>
    <message>
        <source>more ids were given than the conversation has: %1 of %2 are not in it</source>
        <translation>es wurden mehr Nummern gegeben, als das Gespräch hat: %1 von %2 sind nicht darin</translation>
    </message>
    <message>
        <source>the trace has nothing that it could look at</source>
        <translation>der Trace enthält nichts, was dafür angesehen werden könnte</translation>
    </message>
    <message>
        <source>its colours are in the order blue, green, red</source>
        <translation>seine Farben stehen in der Folge Blau, Grün, Rot</translation>
    </message>
    <message>
        <source>its values are in another order of height, width and colours than its shape says</source>
        <translation>seine Werte stehen in einer anderen Folge von Höhe, Breite und Farben, als seine Form sagt</translation>
    </message>
    <message>
        <source>it is upside down</source>
        <translation>es steht auf dem Kopf</translation>
    </message>
    <message>
        <source>its rows and columns are exchanged</source>
        <translation>seine Zeilen und Spalten sind vertauscht</translation>
    </message>
    <message>
        <source>it is resized by nearest neighbour</source>
        <translation>es ist mit dem nächsten Nachbarn skaliert</translation>
    </message>
    <message>
        <source>it is resized bilinearly without antialias</source>
        <translation>es ist bilinear ohne Kantenglättung skaliert</translation>
    </message>
    <message>
        <source>it is resized bilinearly with antialias</source>
        <translation>es ist bilinear mit Kantenglättung skaliert</translation>
    </message>
    <message>
        <source>it is resized bicubically</source>
        <translation>es ist bikubisch skaliert</translation>
    </message>
    <message>
        <source>it is resized by Lanczos&apos; filter</source>
        <translation>es ist mit dem Lanczos-Filter skaliert</translation>
    </message>
    <message>
        <source>its middle is cut out and resized</source>
        <translation>seine Mitte ist ausgeschnitten und skaliert</translation>
    </message>
    <message>
        <source>its middle is cut out</source>
        <translation>seine Mitte ist ausgeschnitten</translation>
    </message>
    <message>
        <source>it is resized whole where the processor cuts</source>
        <translation>es ist ganz skaliert, wo der Prozessor schneidet</translation>
    </message>
    <message>
        <source>the picture %1 cannot be read: %2</source>
        <translation>das Bild %1 ist nicht lesbar: %2</translation>
    </message>
    <message>
        <source>the pixel values of %1 are not the processor&apos;s: %2</source>
        <translation>die Bildwerte von %1 sind nicht die des Prozessors: %2</translation>
    </message>
    <message>
        <source>the pixel values are those of %1, not of %2</source>
        <translation>die Bildwerte sind die von %1, nicht die von %2</translation>
    </message>
    <message>
        <source>the pixel values of %1 are normalised otherwise than the processor says: as those of %2</source>
        <translation>die Bildwerte von %1 sind anders normalisiert, als der Prozessor sagt: wie die von %2</translation>
    </message>
    <message>
        <source>the pixel values of %1 are not the processor&apos;s: off by %2 levels of 255 in the mean, by %3 at most</source>
        <translation>die Bildwerte von %1 sind nicht die des Prozessors: im Mittel um %2 Stufen von 255 daneben, höchstens um %3</translation>
    </message>
    <message>
        <source>nothing tells which picture a call was given</source>
        <translation>nichts sagt, welches Bild ein Aufruf erhielt</translation>
    </message>
    <message>
        <source>the trace has only the hashes of the pixel values</source>
        <translation>der Trace hat nur die Hashes der Bildwerte</translation>
    </message>
    <message>
        <source>the pixel values are not one picture of three colours</source>
        <translation>die Bildwerte sind nicht ein Bild mit drei Farben</translation>
    </message>
    <message>
        <source>the pixel values cannot be read</source>
        <translation>die Bildwerte sind nicht lesbar</translation>
    </message>
    <message>
        <source>the pixel values have %1 rows and %2 columns, the processor makes %3 and %4</source>
        <translation>die Bildwerte haben %1 Zeilen und %2 Spalten, der Prozessor macht %3 und %4</translation>
    </message>
    <message>
        <source>the picture is of another size than the pixel values, and is not resized</source>
        <translation>das Bild hat eine andere Größe als die Bildwerte und wird nicht skaliert</translation>
    </message>
    <message>
        <source>the %1 %2 is not where the trace says</source>
        <translation>%1 %2 ist nicht dort, wo der Trace sagt</translation>
    </message>
    <message>
        <source>the %1 %2 is not the file that the trace was made with: its content has another hash</source>
        <translation>%1 %2 ist nicht die Datei, mit der der Trace entstand: Ihr Inhalt hat einen anderen Hash</translation>
    </message>
    <message>
        <source>the trace names no program and no record</source>
        <translation>der Trace nennt weder Programm noch Aufzeichnung</translation>
    </message>
    <message>
        <source>the trace names no tokenizer</source>
        <translation>der Trace nennt keinen Tokenizer</translation>
    </message>
    <message>
        <source>the tokenizer is not where the trace says</source>
        <translation>der Tokenizer ist nicht dort, wo der Trace sagt</translation>
    </message>
    <message>
        <source>the chat template is not where the trace says</source>
        <translation>die Chatvorlage ist nicht dort, wo der Trace sagt</translation>
    </message>
    <message>
        <source>the trace names no chat template</source>
        <translation>der Trace nennt keine Chatvorlage</translation>
    </message>
    <message>
        <source>the chat template has what is not read here: %1</source>
        <translation>die Chatvorlage enthält, was hier nicht gelesen wird: %1</translation>
    </message>
    <message>
        <source>the trace names no processor of pictures</source>
        <translation>der Trace nennt keinen Bildprozessor</translation>
    </message>
    <message>
        <source>the processor&apos;s configuration cannot be read</source>
        <translation>die Konfiguration des Prozessors ist nicht lesbar</translation>
    </message>
    <message>
        <source>a decoder is given no positions</source>
        <translation>ein Decoder erhält keine Positionen</translation>
    </message>
    <message>
        <source>position %1 is beyond the bound of %2: the call has %3 there</source>
        <translation>Position %1 liegt hinter der Grenze von %2: Der Aufruf hat dort %3</translation>
    </message>
    <message>
        <source>positions do not go on: %1 where %2 follows</source>
        <translation>Positionen gehen nicht weiter: %1, wo %2 folgt</translation>
    </message>
    <message>
        <source>positions stand still: %1 again where %2 follows</source>
        <translation>Positionen stehen still: wieder %1, wo %2 folgt</translation>
    </message>
    <message>
        <source>positions go back: %1 where %2 follows</source>
        <translation>Positionen gehen zurück: %1, wo %2 folgt</translation>
    </message>
    <message>
        <source>nothing tells whose positions a call was given</source>
        <translation>nichts sagt, wessen Positionen ein Aufruf erhielt</translation>
    </message>
    <message>
        <source>the trace has only the hashes of the positions</source>
        <translation>der Trace hat nur die Hashes der Positionen</translation>
    </message>
    <message>
        <source>the trace has only the hashes of the masks</source>
        <translation>der Trace hat nur die Hashes der Masken</translation>
    </message>
    <message>
        <source>nothing tells what the rows of a mask are of</source>
        <translation>nichts sagt, wovon die Zeilen einer Maske sind</translation>
    </message>
    <message>
        <source>the mask lets position %1 see %2, which comes later</source>
        <translation>die Maske lässt Position %1 die spätere %2 sehen</translation>
    </message>
    <message>
        <source>the mask hides position %1 from itself</source>
        <translation>die Maske verbirgt Position %1 vor sich selbst</translation>
    </message>
    <message>
        <source>the mask hides from position %1 what is before it</source>
        <translation>die Maske verbirgt vor Position %1, was davor liegt</translation>
    </message>
    <message>
        <source>delegate %1 holds other weights than the record: %2</source>
        <translation>Delegate %1 hält andere Gewichte als die Aufzeichnung: %2</translation>
    </message>
    <message>
        <source>there is no program and record to hold against each other</source>
        <translation>es gibt nicht Programm und Aufzeichnung, die verglichen werden könnten</translation>
    </message>
    <message>
        <source>at position %1, which is no placeholder, stands row %2 of a picture</source>
        <translation>an Stelle %1, die kein Platzhalter ist, steht Zeile %2 eines Bildes</translation>
    </message>
    <message>
        <source>the row at position %1 is not what the embedding gave for its id</source>
        <translation>die Zeile an Stelle %1 ist nicht, was die Einbettung zu ihrer Nummer gab</translation>
    </message>
    <message>
        <source>no rows of the picture are put: the placeholders keep their own embeddings</source>
        <translation>keine Zeilen des Bildes sind eingesetzt: Die Platzhalter behalten ihre eigenen Einbettungen</translation>
    </message>
    <message>
        <source>the rows of the picture are put beside their placeholders: from position %1 on they are shifted</source>
        <translation>die Zeilen des Bildes stehen neben ihren Platzhaltern: ab Stelle %1 sind sie verschoben</translation>
    </message>
    <message>
        <source>%1 of %2 rows of the picture are not put: the placeholder at position %3 keeps its own embedding</source>
        <translation>%1 von %2 Zeilen des Bildes fehlen: Der Platzhalter an Stelle %3 behält seine eigene Einbettung</translation>
    </message>
    <message>
        <source>at the placeholders of one picture stand the rows of another, from position %1 on</source>
        <translation>an den Platzhaltern eines Bildes stehen ab Stelle %1 die Zeilen eines anderen</translation>
    </message>
    <message>
        <source>the rows of the picture are in another order: at position %1 stands row %2 instead of %3</source>
        <translation>die Zeilen des Bildes stehen in anderer Folge: an Stelle %1 steht Zeile %2 statt %3</translation>
    </message>
    <message>
        <source>the rows of the picture are multiplied by %1</source>
        <translation>die Zeilen des Bildes sind mit %1 multipliziert</translation>
    </message>
    <message>
        <source>the row at position %1 is no row of a picture and no embedding that was computed</source>
        <translation>die Zeile an Stelle %1 ist weder Zeile eines Bildes noch eine berechnete Einbettung</translation>
    </message>
    <message>
        <source>the trace has only the hashes of the rows</source>
        <translation>der Trace hat nur die Hashes der Zeilen</translation>
    </message>
    <message>
        <source>nothing tells whose rows a call was given</source>
        <translation>nichts sagt, wessen Zeilen ein Aufruf erhielt</translation>
    </message>
    <message>
        <source>nothing tells what some rows should be</source>
        <translation>nichts sagt, was einige Zeilen sein sollten</translation>
    </message>
    <message>
        <source>the cache in input %1 is what call %2 left before the reset</source>
        <translation>der Cache in Eingabe %1 ist, was Aufruf %2 vor dem Zurücksetzen hinterließ</translation>
    </message>
    <message>
        <source>the cache in input %1 is what call %2 of another conversation left</source>
        <translation>der Cache in Eingabe %1 ist, was Aufruf %2 eines anderen Gesprächs hinterließ</translation>
    </message>
    <message>
        <source>the cache in input %1 is what call %2 left, not what the last call did</source>
        <translation>der Cache in Eingabe %1 ist, was Aufruf %2 hinterließ, nicht der letzte</translation>
    </message>
    <message>
        <source>the conversation does not begin with an empty cache in input %1</source>
        <translation>das Gespräch beginnt nicht mit einem leeren Cache in Eingabe %1</translation>
    </message>
    <message>
        <source>the cache in input %1 is empty again</source>
        <translation>der Cache in Eingabe %1 ist wieder leer</translation>
    </message>
    <message>
        <source>the cache in input %1 is not what call %2 left</source>
        <translation>der Cache in Eingabe %1 ist nicht, was Aufruf %2 hinterließ</translation>
    </message>
    <message>
        <source>caches cannot be read</source>
        <translation>Caches sind nicht lesbar</translation>
    </message>
    <message>
        <source>the state %1 is not what the last call left</source>
        <translation>der Zustand %1 ist nicht, was der letzte Aufruf hinterließ</translation>
    </message>
    <message>
        <source>the call is in the dump %1, which is another conversation&apos;s module</source>
        <translation>der Aufruf steht im Dump %1, dem Modul eines anderen Gesprächs</translation>
    </message>
    <message>
        <source>the dump goes on without a method being loaded anew: the module was not reset, its state is what it was</source>
        <translation>der Dump geht weiter, ohne dass eine Methode neu geladen wurde: Das Modul wurde nicht zurückgesetzt, sein Zustand ist der alte</translation>
    </message>
    <message>
        <source>the trace has no messages</source>
        <translation>der Trace hat keine Nachrichten</translation>
    </message>
    <message>
        <source>the prompt is not what the chat template makes of the messages: behind %1 it has %2, the template gives %3</source>
        <translation>die Eingabe ist nicht, was die Chatvorlage aus den Nachrichten macht: hinter %1 steht %2, die Vorlage gibt %3</translation>
    </message>
    <message>
        <source>the trace has no text of these ids</source>
        <translation>der Trace hat keinen Text zu diesen Nummern</translation>
    </message>
    <message>
        <source>the conversation does not begin with %1</source>
        <translation>das Gespräch beginnt nicht mit %1</translation>
    </message>
    <message>
        <source>the conversation begins with %1 twice</source>
        <translation>das Gespräch beginnt zweimal mit %1</translation>
    </message>
    <message>
        <source>the conversation begins with %1, which neither tokenizer nor template want</source>
        <translation>das Gespräch beginnt mit %1, was weder Tokenizer noch Vorlage wollen</translation>
    </message>
    <message>
        <source>%1 of %2 ids are those of another tokenizer: at %3 stands %4, the text has %5</source>
        <translation>%1 von %2 Nummern sind die eines anderen Tokenizers: an %3 steht %4, der Text hat %5</translation>
    </message>
    <message>
        <source>the ids are not those of the text: at %1 stands %2, the tokenizer gives %3</source>
        <translation>die Nummern sind nicht die des Textes: an %1 steht %2, der Tokenizer gibt %3</translation>
    </message>
    <message>
        <source>the expanded ids are not those of the prompt: at %1 stands %2, the prompt has %3</source>
        <translation>die ausgeweiteten Nummern sind nicht die der Eingabe: an %1 steht %2, die Eingabe hat %3</translation>
    </message>
    <message>
        <source>the expanded ids are not those of the prompt: they end otherwise</source>
        <translation>die ausgeweiteten Nummern sind nicht die der Eingabe: Sie enden anders</translation>
    </message>
    <message>
        <source>the tokenizer has no token of a chosen id</source>
        <translation>der Tokenizer hat kein Token zu einer gewählten Nummer</translation>
    </message>
    <message>
        <source>the text %1 is not that of the chosen id, %2</source>
        <translation>der Text %1 ist nicht der der gewählten Nummer %2</translation>
    </message>
    <message>
        <source>there is no record whose graph could be computed</source>
        <translation>es gibt keine Aufzeichnung, deren Graph berechnet werden könnte</translation>
    </message>
    <message>
        <source>the record has no graph of %1</source>
        <translation>die Aufzeichnung hat keinen Graphen von %1</translation>
    </message>
    <message>
        <source>what is in the runner&apos;s memory is not told, and its calls are not computed</source>
        <translation>was im Speicher des Runners ist, sagt nichts, und seine Aufrufe sind nicht berechnet</translation>
    </message>
    <message>
        <source>the trace has not all values of the calls</source>
        <translation>der Trace hat nicht alle Werte der Aufrufe</translation>
    </message>
    <message>
        <source>a call has another number of outputs than the record&apos;s graph</source>
        <translation>ein Aufruf hat eine andere Zahl von Ausgaben als der Graph der Aufzeichnung</translation>
    </message>
    <message>
        <source>more calls would take too long to compute</source>
        <translation>weitere Aufrufe zu berechnen würde zu lange dauern</translation>
    </message>
    <message>
        <source>what an earlier call left in memory is not known</source>
        <translation>was ein früherer Aufruf im Speicher hinterließ, ist nicht bekannt</translation>
    </message>
    <message>
        <source>%1 units of rounding, %2 are possible</source>
        <translation>%1 Rundungseinheiten, möglich sind %2</translation>
    </message>
    <message>
        <source>the call gave what it gives in the state of another conversation</source>
        <translation>der Aufruf gab, was er im Zustand eines anderen Gesprächs gibt</translation>
    </message>
    <message>
        <source>the call gave what it gives in the state from before the reset</source>
        <translation>der Aufruf gab, was er im Zustand vor dem Zurücksetzen gibt</translation>
    </message>
    <message>
        <source>the output is not what the record&apos;s graph gives on what the call was given: %1</source>
        <translation>die Ausgabe ist nicht, was der Graph der Aufzeichnung auf den Eingaben des Aufrufs gibt: %1</translation>
    </message>
    <message>
        <source>Run…</source>
        <translation>Ausführen…</translation>
    </message>
    <message>
        <source>%1 does not agree with itself: %2, and %3</source>
        <translation>%1 stimmt nicht mit sich selbst überein: %2, und %3</translation>
    </message>
    <message>
        <source>they differ by %1, rounding may do %2</source>
        <translation>sie unterscheiden sich um %1, Rundung kann %2 ausmachen</translation>
    </message>
    <message>
        <source>the first node that differs is %1 (%2)</source>
        <translation>der erste Knoten, der sich unterscheidet, ist %1 (%2)</translation>
    </message>
    <message>
        <source>look at that line of the model; no reference shows it, which computes the same</source>
        <translation>diese Zeile des Modells ansehen; keine Referenz zeigt es, sie rechnet dasselbe</translation>
    </message>
    <message>
        <source>, %1 {1:element|elements} with a NaN or an infinity that the other side does not have</source>
        <translation>, %1 {1:Element|Elemente} mit NaN oder Unendlich, das die andere Seite nicht hat</translation>
    </message>
    <message>
        <source>by run.json</source>
        <translation>laut run.json</translation>
    </message>
    <message>
        <source>by run.json: it was fed %1, which is no case</source>
        <translation>laut run.json: Er bekam %1, was kein Fall ist</translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>it leaves %1 in &apos;%2&apos;, in the record that is %3</source>
        <translation>es hinterlässt %1 in „%2“, im Record ist das %3</translation>
    </message>
    <message>
        <source>the picture, or what is made of it, is too large to be computed here</source>
        <translation>das Bild, oder was daraus wird, ist zu groß, um hier berechnet zu werden</translation>
    </message>
    <message>
        <source>the trace has fewer tokens that were chosen</source>
        <translation>der Trace hat weniger gewählte Token</translation>
    </message>
    <message>
        <source>there is no quantisation scheme of that name</source>
        <translation>es gibt kein Quantisierungsschema dieses Namens</translation>
    </message>
    <message>
        <source>no constant of the graph is a weight that could be kept narrow</source>
        <translation>keine Konstante des Graphen ist ein Gewicht, das schmal gehalten werden könnte</translation>
    </message>
    <message>
        <source>the method gives no floating output that could be compared</source>
        <translation>die Methode gibt keine Gleitkomma-Ausgabe, die verglichen werden könnte</translation>
    </message>
    <message>
        <source>a recipe is that of a set, and none is chosen</source>
        <translation>ein Rezept gehört zu einem Satz, und keiner ist gewählt</translation>
    </message>
    <message>
        <source>no run of the session tells what is wrong, so nothing can be made smaller</source>
        <translation>kein Lauf der Sitzung sagt, was falsch ist; so lässt sich nichts verkleinern</translation>
    </message>
    <message>
        <source>what is to be made smaller is nothing that is at fault</source>
        <translation>was verkleinert werden soll, ist nicht schuld</translation>
    </message>
    <message>
        <source>a value that a part of a graph reads is not known</source>
        <translation>ein Wert, den ein Teil eines Graphen liest, ist nicht bekannt</translation>
    </message>
    <message>
        <source>a part of a graph cannot be written as code</source>
        <translation>ein Teil eines Graphen lässt sich nicht als Code schreiben</translation>
    </message>
    <message>
        <source>KL %1 nats, %2 of %3 chosen tokens stay</source>
        <translation>KL %1 Nats, %2 von %3 gewählten Token bleiben</translation>
    </message>
    <message>
        <source>%1 dB</source>
        <translation>%1 dB</translation>
    </message>
    <message>
        <source>%1 of %2: %3, evaluated as a set.</source>
        <translation>%1 von %2: %3, als Satz berechnet.</translation>
    </message>
    <message>
        <source>No set that was evaluated stays within the limit.</source>
        <translation>Kein berechneter Satz bleibt innerhalb der Grenze.</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>wie es ist</translation>
    </message>
    <message>
        <source>half precision</source>
        <translation>halbe Genauigkeit</translation>
    </message>
    <message>
        <source>bfloat16</source>
        <translation>bfloat16</translation>
    </message>
    <message>
        <source>8-bit float (e4m3), a scale for each channel</source>
        <translation>8-Bit-Gleitkomma (e4m3), eine Skala je Kanal</translation>
    </message>
    <message>
        <source>8 bits, a scale for each channel</source>
        <translation>8 Bit, eine Skala je Kanal</translation>
    </message>
    <message>
        <source>8 bits, activations too</source>
        <translation>8 Bit, auch die Aktivierungen</translation>
    </message>
    <message>
        <source>4 bits in groups of 32</source>
        <translation>4 Bit in Gruppen zu 32</translation>
    </message>
    <message>
        <source>4 bits in groups of 64</source>
        <translation>4 Bit in Gruppen zu 64</translation>
    </message>
    <message>
        <source>4 bits in groups of 128</source>
        <translation>4 Bit in Gruppen zu 128</translation>
    </message>
    <message>
        <source>4 bits in groups of 256</source>
        <translation>4 Bit in Gruppen zu 256</translation>
    </message>
    <message>
        <source>4 bits with zero points, groups of 32</source>
        <translation>4 Bit mit Nullpunkten, Gruppen zu 32</translation>
    </message>
    <message>
        <source>4 bits with zero points, groups of 128</source>
        <translation>4 Bit mit Nullpunkten, Gruppen zu 128</translation>
    </message>
    <message>
        <source>4 bits in groups of 32, activations in 8</source>
        <translation>4 Bit in Gruppen zu 32, Aktivierungen in 8</translation>
    </message>
    <message>
        <source>4 bits in groups of 64, activations in 8</source>
        <translation>4 Bit in Gruppen zu 64, Aktivierungen in 8</translation>
    </message>
    <message>
        <source>4 bits in groups of 128, activations in 8</source>
        <translation>4 Bit in Gruppen zu 128, Aktivierungen in 8</translation>
    </message>
    <message>
        <source>4 bits in groups of 256, activations in 8</source>
        <translation>4 Bit in Gruppen zu 256, Aktivierungen in 8</translation>
    </message>
    <message>
        <source>4 bits, a scale for each channel, activations in 8</source>
        <translation>4 Bit, eine Skala je Kanal, Aktivierungen in 8</translation>
    </message>
    <message>
        <source>output %1 of call %2 of %3 has other sizes than in the graph</source>
        <translation>Ausgabe %1 von Aufruf %2 von %3 hat andere Größen als im Graphen</translation>
    </message>
    <message>
        <source>what the graph gives</source>
        <translation>was der Graph liefert</translation>
    </message>
    <message>
        <source>call %1 gives something else than the graph, which is at fault itself</source>
        <translation>Aufruf %1 liefert etwas anderes als der Graph, der selbst schuld ist</translation>
    </message>
    <message>
        <source>call %1 gives something else than the graph: a kernel or a delegate is at fault, not the graph</source>
        <translation>Aufruf %1 liefert etwas anderes als der Graph: Schuld ist ein Kernel oder ein Delegate, nicht der Graph</translation>
    </message>
    <message>
        <source>each call gives what the graph gives: the model is at fault, no kernel</source>
        <translation>jeder Aufruf liefert, was der Graph liefert: Schuld ist das Modell, kein Kernel</translation>
    </message>
    <message>
        <source>each call gives what the graph gives</source>
        <translation>jeder Aufruf liefert, was der Graph liefert</translation>
    </message>
    <message>
        <source>graph and runtime disagree with themselves both: the model is at fault, no kernel</source>
        <translation>Graph und Laufzeit widersprechen sich beide selbst: Schuld ist das Modell, kein Kernel</translation>
    </message>
    <message>
        <source>the runtime agrees with itself, only the graph does not: the program does something else</source>
        <translation>die Laufzeit stimmt mit sich überein, nur der Graph nicht: Das Programm tut etwas anderes</translation>
    </message>
    <message>
        <source>the runtime gives the same, bit for bit</source>
        <translation>die Laufzeit liefert dasselbe, Bit für Bit</translation>
    </message>
    <message>
        <source>both ways of the runtime agree, too</source>
        <translation>auch beide Wege der Laufzeit stimmen überein</translation>
    </message>
    <message>
        <source>both ways of the runtime are as far from the graph as from each other: it computes with fewer bits than the graph says</source>
        <translation>beide Wege der Laufzeit sind so weit vom Graphen weg wie voneinander: Sie rechnet mit weniger Bits, als der Graph sagt</translation>
    </message>
    <message>
        <source>only the runtime disagrees with itself: a kernel or a delegate is at fault, not the graph</source>
        <translation>nur die Laufzeit widerspricht sich selbst: Schuld ist ein Kernel oder ein Delegate, nicht der Graph</translation>
    </message>
    <message>
        <source>both ways give something else than the graph</source>
        <translation>beide Wege liefern etwas anderes als der Graph</translation>
    </message>
    <message>
        <source>what gives something else than the graph: %1</source>
        <translation>was etwas anderes liefert als der Graph: %1</translation>
    </message>
    <message>
        <source>the graph draws random numbers, which the runtime draws for itself</source>
        <translation>der Graph zieht Zufallszahlen, die die Laufzeit selbst zieht</translation>
    </message>
    <message>
        <source>not all of its ways were played: %1</source>
        <translation>nicht alle seine Wege wurden gespielt: %1</translation>
    </message>
    <message>
        <source>what the graph gives is too large to be kept beside it</source>
        <translation>was der Graph liefert, ist zu groß, um daneben behalten zu werden</translation>
    </message>
    <message>
        <source>it compares nothing that a program gives</source>
        <translation>es vergleicht nichts, was ein Programm liefert</translation>
    </message>
    <message>
        <source>in this program %1 and %2 have a memory each: what one keeps, the other does not see</source>
        <translation>in diesem Programm haben %1 und %2 je einen Speicher: Was eines behält, sieht das andere nicht</translation>
    </message>
    <message>
        <source>the Python runtime gives %1 and %2 a memory each: what one keeps, the other does not see; a runner program gives them the one that they share</source>
        <translation>die Python-Laufzeit gibt %1 und %2 je einen Speicher: Was eines behält, sieht das andere nicht; ein Runner-Programm gibt ihnen den gemeinsamen</translation>
    </message>
    <message>
        <source>the program has no method %1</source>
        <translation>das Programm hat keine Methode %1</translation>
    </message>
    <message>
        <source>%1 of the program gives %2 outputs, the graph %3</source>
        <translation>%1 des Programms liefert %2 Ausgaben, der Graph %3</translation>
    </message>
    <message>
        <source>the runtime does not take call %1 of %2 with %3 {3:position|positions}: %4</source>
        <translation>die Laufzeit nimmt Aufruf %1 von %2 mit %3 {3:Position|Positionen} nicht an: %4</translation>
    </message>
    <message>
        <source>this runner gives each method a memory of its own</source>
        <translation>dieser Runner gibt jeder Methode einen eigenen Speicher</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>the trace has not the logits that this token was read from</source>
        <translation>der Trace hat die Logits nicht, aus denen dieses Token gelesen wurde</translation>
    </message>
    <message>
        <source>the trace has not the logits that tokens were read from</source>
        <translation>der Trace hat die Logits nicht, aus denen Token gelesen wurden</translation>
    </message>
    <message>
        <source>The reference chooses what was chosen, in all %1 {1:choice|choices} that were computed.</source>
        <translation>Die Referenz wählt, was gewählt wurde, in {1:der einen Wahl, die|allen %1 Wahlen, die} berechnet {1:wurde|wurden}.</translation>
    </message>
    <message>
        <source>the logits are not finite</source>
        <translation>die Logits sind nicht endlich</translation>
    </message>
    <message>
        <source>The reference says %1; %2 was chosen, which is no token of the tokenizer.</source>
        <translation>Die Referenz sagt %1; gewählt wurde %2, das kein Token des Tokenizers ist.</translation>
    </message>
    <message>
        <source>The reference chooses %1, too.</source>
        <translation>Auch die Referenz wählt %1.</translation>
    </message>
    <message>
        <source>The runtime&apos;s own logits say %1, as the reference&apos;s do: the values are not to blame, %2 was chosen in spite of them.</source>
        <translation>Die Logits der Laufzeit sagen %1 wie die der Referenz: die Werte sind nicht schuld, %2 wurde trotz ihnen gewählt.</translation>
    </message>
    <message>
        <source>%1 was chosen where the reference says %2; no part alone brings it back.</source>
        <translation>Gewählt wurde %1, wo die Referenz %2 sagt; kein Teil allein bringt es zurück.</translation>
    </message>
    <message>
        <source>%1 was chosen where the reference says %2, because of %3%4: with this part alone computed by the reference the token comes back.</source>
        <translation>Gewählt wurde %1, wo die Referenz %2 sagt, wegen %3%4: mit diesem Teil allein aus der Referenz kommt das Token zurück.</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>Token %1</translation>
    </message>
    <message>
        <source>%1, call %2</source>
        <translation>%1, Aufruf %2</translation>
    </message>
    <message>
        <source>%1, %2 calls from %3 to %4</source>
        <translation>%1, %2 Aufrufe von %3 bis %4</translation>
    </message>
    <message>
        <source>call %1 is taken as it was: %2</source>
        <translation>Aufruf %1 bleibt, wie er war: %2</translation>
    </message>
    <message>
        <source>not all parts were exchanged: %1 exchanges are the limit</source>
        <translation>nicht alle Teile wurden ausgetauscht: mehr als %1 Austausche sind nicht erlaubt</translation>
    </message>
    <message>
        <source>a part could not be exchanged: %1</source>
        <translation>ein Teil ließ sich nicht austauschen: %1</translation>
    </message>
    <message>
        <source>no single operator of %1 is wrong by itself</source>
        <translation>kein einzelner Operator von %1 ist für sich falsch</translation>
    </message>
    <message>
        <source>what is inside %1 was not logged, and its constants are the record&apos;s: a dump with a debug buffer tells its operators apart</source>
        <translation>was in %1 geschieht, wurde nicht aufgezeichnet, und seine Konstanten sind die des ETRecords: ein Dump mit Debug-Puffer trennt seine Operatoren</translation>
    </message>
    <message>
        <source>%1, in all of these calls</source>
        <translation>%1, in all diesen Aufrufen</translation>
    </message>
    <message>
        <source>what lay in memory, as the first operators that take it show</source>
        <translation>was im Speicher lag, wie es die ersten Operatoren zeigen, die es lesen</translation>
    </message>
    <message>
        <source>the model itself gives two answers: see Consistency</source>
        <translation>das Modell selbst gibt zwei Antworten: siehe Konsistenz</translation>
    </message>
    <message>
        <source>conversation, %1: %2</source>
        <translation>Unterhaltung, %1: %2</translation>
    </message>
    <message>
        <source>conversation: %1 more findings</source>
        <translation>Unterhaltung: %1 weitere Funde</translation>
    </message>
    <message>
        <source>%1 of %2 calls of the conversation were not computed: %3</source>
        <translation>%1 von %2 Aufrufen der Unterhaltung wurden nicht berechnet: %3</translation>
    </message>
    <message>
        <source>ask the conversation itself, which takes longer</source>
        <translation>die Unterhaltung selbst fragen, was länger dauert</translation>
    </message>
    <message>
        <source>feed the inputs in the order of axes that the method was exported with: x.contiguous() before the call</source>
        <translation>Die Eingaben in der Achsenfolge übergeben, mit der die Methode exportiert wurde: x.contiguous() vor dem Aufruf</translation>
    </message>
    <message>
        <source>feed the method with the inputs of the case: with them it is right</source>
        <translation>Die Methode mit den Eingaben des Falls speisen: Mit ihnen ist sie richtig</translation>
    </message>
    <message>
        <source>load the method anew before each conversation: with fresh state it is right</source>
        <translation>Die Methode vor jedem Gespräch neu laden: Mit frischem Zustand ist sie richtig</translation>
    </message>
    <message>
        <source>executorch %1 as it is installed computes this right: what ran had other kernels or was another program</source>
        <translation>Das installierte executorch %1 rechnet dies richtig: Was lief, hatte andere Kernel oder war ein anderes Programm</translation>
    </message>
    <message>
        <source>pair each run with the case that fed it (--pair RUN=CASE)</source>
        <translation>Jeden Lauf dem Fall zuordnen, der ihn speiste (--pair RUN=CASE)</translation>
    </message>
    <message>
        <source>hold the outputs against references of this model</source>
        <translation>Die Ausgaben mit Referenzen dieses Modells vergleichen</translation>
    </message>
    <message>
        <source>there is nothing to mend in the export: %1</source>
        <translation>Am Export gibt es nichts zu beheben: %1</translation>
    </message>
    <message>
        <source>the session has no ETRecord: nothing can be lowered again</source>
        <translation>Die Sitzung hat keinen ETRecord: Nichts kann noch einmal abgesenkt werden</translation>
    </message>
    <message>
        <source>export with generate_etrecord=True and save the record beside the program</source>
        <translation>Mit generate_etrecord=True exportieren und den Record neben dem Programm speichern</translation>
    </message>
    <message>
        <source>nothing is at fault in what was asked for</source>
        <translation>An dem, wonach gefragt wurde, liegt nichts</translation>
    </message>
    <message>
        <source>nothing tells what is at fault: %1</source>
        <translation>Nichts sagt, woran es liegt: %1</translation>
    </message>
    <message>
        <source>log the values of a run (`etscope-cli run`), which tell the operator</source>
        <translation>Die Werte eines Laufs aufzeichnen (`etscope-cli run`): Sie verraten den Operator</translation>
    </message>
    <message>
        <source>nothing is wrong: there is nothing to mend</source>
        <translation>Nichts ist falsch: Es gibt nichts zu beheben</translation>
    </message>
    <message>
        <source>nothing was compared: there is nothing to mend</source>
        <translation>Nichts wurde verglichen: Es gibt nichts zu beheben</translation>
    </message>
    <message>
        <source>run the program first (`etscope-cli run`)</source>
        <translation>Das Programm zuerst ausführen (`etscope-cli run`)</translation>
    </message>
    <message>
        <source>the session has no program: nothing tells how it was lowered</source>
        <translation>Die Sitzung hat kein Programm: Nichts sagt, wie es abgesenkt wurde</translation>
    </message>
    <message>
        <source>the record has no program that could be lowered again</source>
        <translation>Der Record hat kein Programm, das noch einmal abgesenkt werden könnte</translation>
    </message>
    <message>
        <source>generate the record with the exported program</source>
        <translation>Den Record mit dem exportierten Programm erzeugen</translation>
    </message>
    <message>
        <source>the partitioner of %1 is not known: the export cannot be lowered again</source>
        <translation>Der Partitioner von %1 ist nicht bekannt: Der Export kann nicht noch einmal abgesenkt werden</translation>
    </message>
    <message>
        <source>the installed runtime (executorch %1) has no %2: nothing can be shown to work here</source>
        <translation>Die installierte Laufzeit (executorch %1) hat kein %2: Hier lässt sich nichts vorführen</translation>
    </message>
    <message>
        <source>no case has outputs that it should give: each call is judged by its own inputs</source>
        <translation>Kein Fall hat Ausgaben, die er geben sollte: Jeder Aufruf wird an seinen eigenen Eingaben gemessen</translation>
    </message>
    <message>
        <source>the recorded program cannot be lowered again here: %1</source>
        <translation>Das aufgezeichnete Programm kann hier nicht noch einmal abgesenkt werden: %1</translation>
    </message>
    <message>
        <source>nothing of what was tried makes it right</source>
        <translation>Nichts von dem, was versucht wurde, macht es richtig</translation>
    </message>
    <message>
        <source>%1 makes less wrong, nothing makes all right</source>
        <translation>Weniger falsch wird es mit: %1; nichts macht alles richtig</translation>
    </message>
    <message>
        <source>the recorded program, lowered and run again, is right</source>
        <translation>Das aufgezeichnete Programm, noch einmal abgesenkt und ausgeführt, ist richtig</translation>
    </message>
    <message>
        <source>all outputs are right with this: %1</source>
        <translation>Alle Ausgaben sind richtig mit: %1</translation>
    </message>
    <message>
        <source>lower the same again, nothing changed</source>
        <translation>dasselbe noch einmal absenken, nichts geändert</translation>
    </message>
    <message>
        <source>keep %1 out of the delegates</source>
        <translation>%1 aus den Delegates heraushalten</translation>
    </message>
    <message>
        <source>keep %1 out of the delegates, where it is wrong</source>
        <translation>%1 dort aus den Delegates heraushalten, wo es falsch ist</translation>
    </message>
    <message>
        <source>a delegate for each operator: nothing is fused</source>
        <translation>ein Delegate je Operator: Nichts wird verschmolzen</translation>
    </message>
    <message>
        <source>keep all that the faulty delegates hold out of delegates</source>
        <translation>alles, was die fehlerhaften Delegates enthalten, aus Delegates heraushalten</translation>
    </message>
    <message>
        <source>compute %1 by other operators</source>
        <translation>%1 mit anderen Operatoren rechnen</translation>
    </message>
    <message>
        <source>decompose %1 as PyTorch does</source>
        <translation>%1 zerlegen, wie PyTorch es tut</translation>
    </message>
    <message>
        <source>compute %1 in a wider type</source>
        <translation>%1 in einem weiteren Typ rechnen</translation>
    </message>
    <message>
        <source>row-major copies of what %1 reads</source>
        <translation>zeilenweise Kopien dessen, was %1 liest</translation>
    </message>
    <message>
        <source>give %1 to XNNPACK</source>
        <translation>%1 an XNNPACK geben</translation>
    </message>
    <message>
        <source>copy what control flow gives</source>
        <translation>kopieren, was Verzweigungen und Schleifen geben</translation>
    </message>
    <message>
        <source>copy what %1 gives</source>
        <translation>kopieren, was %1 gibt</translation>
    </message>
    <message>
        <source>memory of its own for each value</source>
        <translation>eigener Speicher für jeden Wert</translation>
    </message>
    <message>
        <source>no overlapping memory in the plan</source>
        <translation>kein überlappender Speicher im Plan</translation>
    </message>
    <message>
        <source>leave out the pass that makes copies to views</source>
        <translation>den Pass weglassen, der aus Kopien Sichten macht</translation>
    </message>
    <message>
        <source>ranges of activations anew: those of the example inputs</source>
        <translation>Wertebereiche der Aktivierungen neu: die der Beispieleingaben</translation>
    </message>
    <message>
        <source>activations stay in float, weights are the real numbers that they stand for</source>
        <translation>Aktivierungen bleiben Gleitkomma, Gewichte sind die reellen Zahlen, für die sie stehen</translation>
    </message>
    <message>
        <source>export the initial state of %1</source>
        <translation>den Anfangszustand von %1 exportieren</translation>
    </message>
    <message>
        <source>the runner loads the method anew before the first case that is wrong</source>
        <translation>der Runner lädt die Methode vor dem ersten falschen Fall neu</translation>
    </message>
    <message>
        <source>export for channels-last inputs</source>
        <translation>für Eingaben in channels-last exportieren</translation>
    </message>
    <message>
        <source>no delegates at all</source>
        <translation>gar keine Delegates</translation>
    </message>
    <message>
        <source>how programs are lowered for %1 is not known here, so no candidate can be made</source>
        <translation>wie Programme für %1 übersetzt werden, ist hier nicht bekannt; so lässt sich kein Kandidat machen</translation>
    </message>
    <message>
        <source>the smallest program that is still wrong in the same way</source>
        <translation>das kleinste Programm, das noch auf dieselbe Art falsch ist</translation>
    </message>
    <message>
        <source>the installed runtime computes this right: executorch %1 is not what is at fault, the program or the kernels that ran are others</source>
        <translation>die installierte Laufzeit rechnet das richtig: executorch %1 ist nicht schuld, Programm oder Kernel, die liefen, sind andere</translation>
    </message>
    <message>
        <source>no candidate is wrong in the same way</source>
        <translation>kein Kandidat ist auf dieselbe Art falsch</translation>
    </message>
    <message>
        <source>no program could be cut out of the record: %1</source>
        <translation>aus dem Record ließ sich kein Programm schneiden: %1</translation>
    </message>
    <message>
        <source>there is no recorded graph of &apos;%1&apos; that a program could be cut out of: open its ETRecord, too</source>
        <translation>es gibt keinen aufgezeichneten Graphen von &apos;%1&apos;, aus dem sich ein Programm schneiden ließe: auch seinen ETRecord öffnen</translation>
    </message>
    <message>
        <source>nothing to shrink: the quantised graph itself gives this</source>
        <translation>nichts zu verkleinern: der quantisierte Graph selbst ergibt das</translation>
    </message>
    <message>
        <source>nothing to shrink: the run was fed with something else</source>
        <translation>nichts zu verkleinern: der Lauf wurde mit etwas anderem gespeist</translation>
    </message>
    <message>
        <source>nothing to shrink: outputs and references belong to different cases</source>
        <translation>nichts zu verkleinern: Ausgaben und Referenzen gehören zu verschiedenen Fällen</translation>
    </message>
    <message>
        <source>nothing to shrink: the references are not this model&apos;s</source>
        <translation>nichts zu verkleinern: die Referenzen sind nicht von diesem Modell</translation>
    </message>
    <message>
        <source>nothing to shrink: nothing is at fault</source>
        <translation>nichts zu verkleinern: nichts ist schuld</translation>
    </message>
    <message>
        <source>what the calls did themselves takes too much memory</source>
        <translation>was die Aufrufe selbst taten, braucht zu viel Speicher</translation>
    </message>
    <message>
        <source>no weight and no module that takes one has this name</source>
        <translation>kein Gewicht und kein Modul, das eines nimmt, hat diesen Namen</translation>
    </message>
    <message>
        <source>no weight of this name can be kept in that scheme</source>
        <translation>kein Gewicht dieses Namens kann in diesem Schema gehalten werden</translation>
    </message>
    <message>
        <source>the set is not one of the method&apos;s weights</source>
        <translation>die Auswahl ist keine der Gewichte dieser Methode</translation>
    </message>
    <message>
        <source>Tried: %1 in place of %2; evaluated as a set %3 in place of %4; its weights alone say %5.</source>
        <translation>Versucht: %1 statt %2; als Auswahl ausgewertet %3 statt %4; ihre Gewichte allein sagen %5.</translation>
    </message>
    <message>
        <source>8 bits by PT2E, activations too, while it runs</source>
        <translation>8 Bit durch PT2E, auch die Aktivierungen, während es läuft</translation>
    </message>
    <message>
        <source>8 bits by PT2E, activations and results too, calibrated</source>
        <translation>8 Bit durch PT2E, auch Aktivierungen und Ergebnisse, kalibriert</translation>
    </message>
    <message>
        <source>8 bits by PT2E, one scale for a weight, calibrated</source>
        <translation>8 Bit durch PT2E, eine Skala je Gewicht, kalibriert</translation>
    </message>
    <message>
        <source>conversation: %1 wrong</source>
        <translation>Gespräch: %1 falsch</translation>
    </message>
    <message>
        <source>Show the conversation</source>
        <translation>Gespräch zeigen</translation>
    </message>
    <message>
        <source>No graph of the method can be read</source>
        <translation>Kein Graph der Methode ist lesbar</translation>
    </message>
    <message>
        <source>What %1 holds is not known</source>
        <translation>Was %1 enthält, ist nicht bekannt</translation>
    </message>
    <message>
        <source>%1, groups of %2</source>
        <translation>%1, Gruppen zu %2</translation>
    </message>
    <message>
        <source>%1, one scale for all</source>
        <translation>%1, eine Skala für alle</translation>
    </message>
    <message>
        <source>%1, in blocks</source>
        <translation>%1, in Blöcken</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>%1, with zero points</source>
        <translation>%1, mit Nullpunkten</translation>
    </message>
    <message>
        <source>%1, operands in %2 with fixed scales</source>
        <translation>%1, Operanden in %2 mit festen Skalen</translation>
    </message>
    <message>
        <source>%1, operands in %2 while it runs</source>
        <translation>%1, Operanden zur Laufzeit in %2</translation>
    </message>
    <message>
        <source>it changes an exported program; of several methods the edge programs are lowered</source>
        <translation>sie ändert ein exportiertes Programm; bei mehreren Methoden werden die Edge-Programme abgesenkt</translation>
    </message>
    <message>
        <source>it changes the exported program, which the record does not have: export with to_edge_transform_and_lower(…, generate_etrecord=True)</source>
        <translation>sie ändert das exportierte Programm, das der Record nicht hat: mit to_edge_transform_and_lower(…, generate_etrecord=True) exportieren</translation>
    </message>
    <message>
        <source>it changes the exported program; the edge program gives the one that ran</source>
        <translation>sie ändert das exportierte Programm; das Edge-Programm gibt das gelaufene</translation>
    </message>
    <message>
        <source>cancelled: what waits was not tried</source>
        <translation>abgebrochen: Was wartet, wurde nicht versucht</translation>
    </message>
    <message>
        <source>nothing of what was tried so far makes it right</source>
        <translation>nichts von dem bisher Versuchten macht es richtig</translation>
    </message>
    <message>
        <source>keep %1 out of the delegates, where its arguments are those that are wrong</source>
        <translation>%1 aus den Delegates heraushalten, wo seine Argumente die falschen sind</translation>
    </message>
    <message>
        <source>leave out XNNPACK&apos;s pass that folds norms into weights</source>
        <translation>XNNPACKs Pass weglassen, der Normen in Gewichte faltet</translation>
    </message>
    <message>
        <source>leave out XNNPACK&apos;s pass that fuses activations</source>
        <translation>XNNPACKs Pass weglassen, der Aktivierungen verschmilzt</translation>
    </message>
    <message>
        <source>keep %1 and the operators beside it out of the delegates</source>
        <translation>%1 und die Operatoren daneben aus den Delegates heraushalten</translation>
    </message>
    <message>
        <source>give XNNPACK the weights of %1 as values, not as constants</source>
        <translation>XNNPACK die Gewichte von %1 als Werte geben, nicht als Konstanten</translation>
    </message>
    <message>
        <source>give XNNPACK what computes in float alone</source>
        <translation>XNNPACK nur geben, was in Gleitkomma rechnet</translation>
    </message>
    <message>
        <source>sum %1 in a wider type</source>
        <translation>%1 in einem weiteren Typ summieren</translation>
    </message>
    <message>
        <source>compute all of %1 in a wider type</source>
        <translation>alles von %1 in einem weiteren Typ rechnen</translation>
    </message>
    <message>
        <source>compute what is in half types in float32</source>
        <translation>was in halben Typen steht, in float32 rechnen</translation>
    </message>
    <message>
        <source>run %1 by the portable kernel</source>
        <translation>%1 mit dem portablen Kernel ausführen</translation>
    </message>
    <message>
        <source>the Python package has the optimised kernel of %1 alone; a runner that links portable_ops_lib in the place of optimized_native_cpu_ops_lib has the portable one</source>
        <translation>das Python-Paket hat nur den optimierten Kernel von %1; ein Runner, der portable_ops_lib statt optimized_native_cpu_ops_lib bindet, hat den portablen</translation>
    </message>
    <message>
        <source>inputs lie outside the planned memory</source>
        <translation>Eingaben liegen außerhalb des geplanten Speichers</translation>
    </message>
    <message>
        <source>leave out the pass that tells the order of axes</source>
        <translation>den Pass weglassen, der die Folge der Achsen nennt</translation>
    </message>
    <message>
        <source>decompose all operators before the delegates are made</source>
        <translation>alle Operatoren zerlegen, bevor die Delegates entstehen</translation>
    </message>
    <message>
        <source>%1 stays in float</source>
        <translation>%1 bleibt in Gleitkomma</translation>
    </message>
    <message>
        <source>ranges of activations that hold 99.9 % of the values of the example inputs</source>
        <translation>Bereiche der Aktivierungen, in denen 99,9 % der Werte der Beispieleingaben liegen</translation>
    </message>
    <message>
        <source>ranges of activations are found in each run</source>
        <translation>Bereiche der Aktivierungen werden in jedem Lauf gefunden</translation>
    </message>
    <message>
        <source>activations are rounded to 16 bits</source>
        <translation>Aktivierungen werden auf 16 Bit gerundet</translation>
    </message>
    <message>
        <source>weights are rounded per channel, or in smaller groups</source>
        <translation>Gewichte werden je Kanal oder in kleineren Gruppen gerundet</translation>
    </message>
    <message>
        <source>the record has the rounded weights alone: quantise the model again with is_per_channel=True or a smaller group_size (`etscope-cli advise` tells which)</source>
        <translation>der Record hat nur die gerundeten Gewichte: das Modell mit is_per_channel=True oder kleinerer group_size neu quantisieren (`etscope-cli advise` sagt, was)</translation>
    </message>
    <message>
        <source>a method that resets the state</source>
        <translation>eine Methode, die den Zustand zurücksetzt</translation>
    </message>
    <message>
        <source>in the Python package each method has a state of its own: none can reset another&apos;s. A runner that shares memory (share_mutable_buffers=True) can</source>
        <translation>im Python-Paket hat jede Methode ihren eigenen Zustand: keine kann den einer anderen zurücksetzen. Ein Runner, der Speicher teilt (share_mutable_buffers=True), kann es</translation>
    </message>
    <message>
        <source>the state as an input and an output</source>
        <translation>der Zustand als Eingabe und Ausgabe</translation>
    </message>
    <message>
        <source>the method would have other inputs: whoever calls it has to hand the state on</source>
        <translation>die Methode hätte andere Eingaben: Wer sie aufruft, muss den Zustand weiterreichen</translation>
    </message>
    <message>
        <source>export for row-major inputs</source>
        <translation>für Eingaben in Zeilenfolge exportieren</translation>
    </message>
    <message>
        <source>row-major inputs, turned channels last by the program</source>
        <translation>Eingaben in Zeilenfolge, vom Programm selbst auf channels last gedreht</translation>
    </message>
    <message>
        <source>inputs with their axes in another order</source>
        <translation>Eingaben mit anderer Folge der Achsen</translation>
    </message>
    <message>
        <source>the method would have other inputs: whoever calls it has to turn them</source>
        <translation>die Methode hätte andere Eingaben: Wer sie aufruft, muss sie drehen</translation>
    </message>
    <message>
        <source>another backend: OpenVINO</source>
        <translation>ein anderes Backend: OpenVINO</translation>
    </message>
    <message>
        <source>another backend: Core ML</source>
        <translation>ein anderes Backend: Core ML</translation>
    </message>
    <message>
        <source>the smallest program that is still wrong in the same way: it needs tensors of this size, with fewer elements it is right</source>
        <translation>das kleinste Programm, das noch auf dieselbe Weise falsch ist: es braucht Tensoren dieser Größe, mit weniger Elementen ist es richtig</translation>
    </message>
    <message>
        <source>no candidate is wrong in the same way; in another way one is: %1</source>
        <translation>kein Kandidat ist auf dieselbe Weise falsch; auf andere Weise ist es einer: %1</translation>
    </message>
    <message>
        <source>no candidate could be lowered and run with this Python: %1</source>
        <translation>kein Kandidat ließ sich mit diesem Python übersetzen und ausführen: %1</translation>
    </message>
    <message>
        <source>outputs that are not finite</source>
        <translation>Ausgaben, die nicht endlich sind</translation>
    </message>
    <message>
        <source>No set that was evaluated gives finite outputs.</source>
        <translation>Keine ausgewertete Auswahl gibt endliche Ausgaben.</translation>
    </message>
    <message>
        <source>%1 makes less wrong, nothing of what was tried so far makes all right</source>
        <translation>%1 macht weniger falsch, nichts bisher Versuchtes macht alles richtig</translation>
    </message>
    <message>
        <source>the smallest program found in the time, still wrong in the same way</source>
        <translation>das kleinste in der Zeit gefundene Programm, noch auf dieselbe Weise falsch</translation>
    </message>
    <message>
        <source>not decided: the time was over before all candidates were tried</source>
        <translation>nicht entschieden: die Zeit war um, bevor alle Kandidaten versucht waren</translation>
    </message>
    <message>
        <source>nothing was compared: there is nothing to shrink</source>
        <translation>nichts wurde verglichen: es gibt nichts zu verkleinern</translation>
    </message>
    <message>
        <source>Not known: what %1 does to %2. The cases give no numbers that tell the ends of 8 bits there.</source>
        <translation>Nicht bekannt: was %1 mit %2 macht. Die Fälle geben keine Zahlen, die dort die Grenzen von 8 Bit sagen.</translation>
    </message>
    <message>
        <source>Not known: what %1 does to %2, and %3 more like it. The cases give no numbers that tell the ends of 8 bits there.</source>
        <translation>Nicht bekannt: was %1 mit %2 macht, und %3 weitere dieser Art. Die Fälle geben keine Zahlen, die dort die Grenzen von 8 Bit sagen.</translation>
    </message>
    <message>
        <source>Case %1 (%2) is worse than the mean of all: %3 against %4.</source>
        <translation>Fall %1 (%2) ist schlechter als das Mittel aller: %3 gegen %4.</translation>
    </message>
    <message>
        <source>From %1 (%2) to %3 (%4): %5 {5:set was|sets were} evaluated.</source>
        <translation>Von %1 (%2) bis %3 (%4): %5 {5:Menge wurde|Mengen wurden} ausgewertet.</translation>
    </message>
    <message>
        <source>Stopped before it was done: %1 of %2 effects of single weights are known, and %3 {3:set was|sets were} evaluated; the others were left out.</source>
        <translation>Vor dem Ende angehalten: %1 von %2 Wirkungen einzelner Gewichte sind bekannt, und %3 {3:Menge wurde|Mengen wurden} ausgewertet; die übrigen fehlen.</translation>
    </message>
    <message>
        <source>Stopped before it was done: all %1 effects of single weights are known; the search for sets ended at %2 of %3.</source>
        <translation>Vor dem Ende angehalten: alle %1 Wirkungen einzelner Gewichte sind bekannt; die Suche nach Mengen endete bei %2 von %3.</translation>
    </message>
    <message>
        <source>Costs are against this export as it is: what its own rounding costs is told against its float original.</source>
        <translation>Kosten gelten gegen diesen Export, wie er ist: was sein eigenes Runden kostet, zeigt sein Original in Gleitkomma.</translation>
    </message>
    <message>
        <source>The quantised export: %1 of %2, %3 by its own graph; its weights alone say %4.</source>
        <translation>Der quantisierte Export: %1 von %2, %3 nach seinem eigenen Graphen; seine Gewichte allein sagen %4.</translation>
    </message>
    <message>
        <source>%1 {1:weight|weights} of it {1:has|have} no original in the float export, %2 first.</source>
        <translation>%1 {1:Gewicht|Gewichte} davon {1:hat|haben} kein Original im Gleitkomma-Export, zuerst %2.</translation>
    </message>
    <message>
        <source>as the quantised export holds it</source>
        <translation>wie der quantisierte Export es hält</translation>
    </message>
    <message>
        <source>the same codes and scales, in 4 bits</source>
        <translation>dieselben Codes und Skalen, in 4 Bit</translation>
    </message>
    <message>
        <source>KL and noise over signal are not added: methods of each have a part of the budget, what their smallest sets take, and of the rest in proportion to what more they could take.</source>
        <translation>KL und Rauschen zu Signal werden nicht addiert: Methoden jeder Art haben einen Teil des Budgets, was ihre kleinsten Mengen brauchen, und vom Rest im Verhältnis zu dem, was sie noch brauchen könnten.</translation>
    </message>
    <message>
        <source>No sets of these schemes fit %1 together.</source>
        <translation>Keine Mengen dieser Schemata passen zusammen in %1.</translation>
    </message>
    <message>
        <source>%1 of %2 methods have a set within the limit.</source>
        <translation>%1 von %2 Methoden haben eine Menge innerhalb der Grenze.</translation>
    </message>
    <message>
        <source>%1 {1:weight|weights} that methods share {1:counts|count} once: %2 less.</source>
        <translation>%1 {1:Gewicht|Gewichte}, die Methoden teilen, {1:zählt|zählen} einmal: %2 weniger.</translation>
    </message>
    <message>
        <source>Stopped before it was done: methods say what was left out.</source>
        <translation>Vor dem Ende angehalten: die Methoden sagen, was fehlt.</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>channels</source>
        <translation>Kanälen</translation>
    </message>
    <message>
        <source>The same of %1 {1:other|others}, less.</source>
        <translation>Dasselbe von %1 {1:weiteren|weiteren}, weniger.</translation>
    </message>
    <message>
        <source>%1: %2 {2:weight|weights}, %3</source>
        <translation>%1: %2 {2:Gewicht|Gewichte}, %3</translation>
    </message>
    <message>
        <source>Held as %1.</source>
        <translation>Gehalten als %1.</translation>
    </message>
    <message>
        <source>%1: all codes fit %2 {2:bit|bits} of %3 with the scales as they are.</source>
        <translation>%1: alle Codes passen in %2 {2:Bit|Bit} von %3, mit den Skalen, wie sie sind.</translation>
    </message>
    <message>
        <source>%1: in %2 of %3 %4 the codes reach half of what is possible or less; %5 bits are spare on average.</source>
        <translation>%1: in %2 von %3 %4 reichen die Codes bis zur Hälfte des Möglichen oder weniger; im Mittel bleiben %5 Bit übrig.</translation>
    </message>
    <message>
        <source>%1: in %2 of %3 %4 one element alone reaches twice as far as any other, and sets the scale.</source>
        <translation>%1: in %2 von %3 %4 reicht ein Element allein doppelt so weit wie jedes andere und bestimmt die Skala.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 %4 are zeros alone.</source>
        <translation>%1: %2 von %3 %4 sind nur Nullen.</translation>
    </message>
    <message>
        <source>%1 (of %2)</source>
        <translation>%1 (von %2)</translation>
    </message>
    <message>
        <source>%1 (of %2 in %3)</source>
        <translation>%1 (von %2 in %3)</translation>
    </message>
    <message>
        <source>%1 clips %2 of %3 elements: its codes reach from %4 to %5, and %6 to %7 came in.</source>
        <translation>%1 schneidet %2 von %3 Elementen ab: seine Codes reichen von %4 bis %5, und %6 bis %7 kamen an.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 codes occur; from %4 to %5 came in, its codes reach from %6 to %7.</source>
        <translation>%1: %2 von %3 Codes kommen vor; von %4 bis %5 kam an, seine Codes reichen von %6 bis %7.</translation>
    </message>
    <message>
        <source>%1 is left in floating point without need: as %2 it takes %3 in place of %4, and alone costs %5.</source>
        <translation>%1 bleibt ohne Not in Gleitkomma: als %2 braucht es %3 statt %4 und kostet allein %5.</translation>
    </message>
    <message>
        <source>export again: the delegate that ran is not the one that the export gives; the fault is none of the export, it is of this program&apos;s file</source>
        <translation>neu exportieren: das Delegate, das lief, ist nicht das, das der Export ergibt; der Fehler ist keiner des Exports, sondern einer dieser Programmdatei</translation>
    </message>
    <message>
        <source>the delegate that ran is the one that the export gives, and executorch %1 as it is installed computes it right: run it with this runtime, what ran it was another</source>
        <translation>das Delegate, das lief, ist das, das der Export ergibt, und das installierte executorch %1 rechnet es richtig: mit dieser Laufzeit ausführen, was es ausführte, war eine andere</translation>
    </message>
    <message>
        <source>export again: what the record holds gives a program that is right; the fault is none of the export, it is of this program&apos;s file</source>
        <translation>neu exportieren: was der Record hält, ergibt ein richtiges Programm; der Fehler ist keiner des Exports, sondern einer dieser Programmdatei</translation>
    </message>
    <message>
        <source>take the expected outputs of one model: record, bundle and files made together</source>
        <translation>die erwarteten Ausgaben eines einzigen Modells nehmen: Record, Bundle und Dateien, die zusammen entstanden sind</translation>
    </message>
    <message>
        <source>have the runner write the outputs of a call before it makes the next one</source>
        <translation>den Runner die Ausgaben eines Aufrufs schreiben lassen, bevor er den nächsten macht</translation>
    </message>
    <message>
        <source>what still differs from the references is rounding to integers, which the graph itself does: %1</source>
        <translation>was noch von den Referenzen abweicht, ist das Runden auf ganze Zahlen, das der Graph selbst tut: %1</translation>
    </message>
    <message>
        <source>the program stays the same: there is nothing that this changes</source>
        <translation>das Programm bleibt gleich: hier gibt es nichts, was das ändert</translation>
    </message>
    <message>
        <source>the installed runtime (executorch %1) has no %2: nothing can be shown to be wrong here</source>
        <translation>die installierte Laufzeit (executorch %1) hat kein %2: hier lässt sich nichts als falsch zeigen</translation>
    </message>
    <message>
        <source>what the record holds, lowered again with executorch %1, is right: the fault is none of the export, it is of this program&apos;s file</source>
        <translation>was der Record hält, ist, neu abgesenkt mit executorch %1, richtig: der Fehler ist keiner des Exports, sondern einer dieser Programmdatei</translation>
    </message>
    <message>
        <source>the calls, made again with executorch %1 from the initial state, are right: the run began with another state</source>
        <translation>die Aufrufe, mit executorch %1 vom Anfangszustand aus wiederholt, sind richtig: der Lauf begann mit einem anderen Zustand</translation>
    </message>
    <message>
        <source>nothing to shrink: %1; no call that was judged is wrong</source>
        <translation>nichts zu verkleinern: %1; kein Aufruf, der beurteilt wurde, ist falsch</translation>
    </message>
    <message>
        <source>the outputs are not finite before anything is narrow</source>
        <translation>die Ausgaben sind nicht endlich, bevor etwas schmal ist</translation>
    </message>
    <message>
        <source>outputs unchanged</source>
        <translation>Ausgaben unverändert</translation>
    </message>
    <message>
        <source>No set of these schemes fits %1: the smallest has %2.</source>
        <translation>Kein Satz dieser Schemata passt in %1: der kleinste hat %2.</translation>
    </message>
    <message>
        <source>No set that was evaluated and fits %1 gives finite outputs.</source>
        <translation>Kein ausgewerteter Satz, der in %1 passt, gibt endliche Ausgaben.</translation>
    </message>
    <message>
        <source>No set that fits %1 was evaluated.</source>
        <translation>Kein Satz, der in %1 passt, wurde ausgewertet.</translation>
    </message>
    <message>
        <source>%1 of %2: %3, in the worst case %4, evaluated as a set.</source>
        <translation>%1 von %2: %3, im schlechtesten Fall %4, als Satz ausgewertet.</translation>
    </message>
    <message>
        <source>%1 of %2 elements of the outputs are not finite as the record has them: they were not compared.</source>
        <translation>%1 von %2 Elementen der Ausgaben sind schon in der Aufzeichnung nicht endlich: sie wurden nicht verglichen.</translation>
    </message>
    <message>
        <source>%1 {1:method|methods}: %2 of %3.</source>
        <translation>%1 {1:Methode|Methoden}: %2 von %3.</translation>
    </message>
    <message>
        <source>%1 {1:method|methods}, %2.</source>
        <translation>%1 {1:Methode|Methoden}, %2.</translation>
    </message>
    <message>
        <source>The same bits for %1 {1:input|inputs}.</source>
        <translation>Dieselben Bits bei %1 {1:Eingabe|Eingaben}.</translation>
    </message>
    <message>
        <source>Other bits for %1 of %2 inputs; its error was %3 and is %4 of what is normal.</source>
        <translation>Andere Bits bei %1 von %2 Eingaben; der Fehler war %3 und ist %4 des Üblichen.</translation>
    </message>
    <message>
        <source>Other bits for %1 of %2 inputs, with too few repetitions to tell that from what it does by itself.</source>
        <translation>Andere Bits bei %1 von %2 Eingaben, mit zu wenigen Wiederholungen, um das von selbst Schwankendem zu unterscheiden.</translation>
    </message>
    <message>
        <source>It gives other bits from run to run: bits tell nothing of a change.</source>
        <translation>Es gibt von Lauf zu Lauf andere Bits: an ihnen ist keine Änderung zu erkennen.</translation>
    </message>
    <message>
        <source>Before: %1 Now: %2</source>
        <translation>Vorher: %1 Jetzt: %2</translation>
    </message>
    <message>
        <source>Nothing tells whether it sums in %1: no sum was rounded.</source>
        <translation>Nichts sagt, ob in %1 summiert wird: keine Summe wurde gerundet.</translation>
    </message>
    <message>
        <source>It does not sum in %1: all %2 sums that were rounded are closer.</source>
        <translation>Es summiert nicht in %1: alle %2 gerundeten Summen sind genauer.</translation>
    </message>
    <message>
        <source>%2 of %3 sums that were rounded are as far off as sums in %1.</source>
        <translation>%2 von %3 gerundeten Summen weichen so weit ab wie Summen in %1.</translation>
    </message>
    <message>
        <source>Nothing tells whether subnormal numbers become zero: fewer than %1 right results are subnormal.</source>
        <translation>Nichts sagt, ob subnormale Zahlen zu null werden: weniger als %1 richtige Ergebnisse sind subnormal.</translation>
    </message>
    <message>
        <source>It keeps subnormal numbers: all %1 of them.</source>
        <translation>Es behält subnormale Zahlen: alle %1.</translation>
    </message>
    <message>
        <source>%1 of %2 subnormal results became zero.</source>
        <translation>%1 von %2 subnormalen Ergebnissen wurden zu null.</translation>
    </message>
    <message>
        <source>Nothing tells whether it saturates: no right result is beyond 65504.</source>
        <translation>Nichts sagt, ob es sättigt: kein richtiges Ergebnis liegt jenseits von 65504.</translation>
    </message>
    <message>
        <source>It does not saturate: all %1 results beyond 65504 are there.</source>
        <translation>Es sättigt nicht: alle %1 Ergebnisse jenseits von 65504 sind da.</translation>
    </message>
    <message>
        <source>Nothing tells whether results are scaled: none could be held against the right ones.</source>
        <translation>Nichts sagt, ob Ergebnisse skaliert sind: keines ließ sich mit dem richtigen vergleichen.</translation>
    </message>
    <message>
        <source>None of %1 results is the right one times a number.</source>
        <translation>Keines von %1 Ergebnissen ist das richtige mal eine Zahl.</translation>
    </message>
    <message>
        <source>%1 of %2 results are the right ones times a number, about %3.</source>
        <translation>%1 von %2 Ergebnissen sind die richtigen mal eine Zahl, etwa %3.</translation>
    </message>
    <message>
        <source>Nothing tells whether it is deterministic: no call was made twice with the same inputs.</source>
        <translation>Nichts sagt, ob es deterministisch ist: kein Aufruf geschah zweimal mit denselben Eingaben.</translation>
    </message>
    <message>
        <source>The same inputs gave the same bits, in %1 repetitions.</source>
        <translation>Dieselben Eingaben gaben dieselben Bits, in %1 Wiederholungen.</translation>
    </message>
    <message>
        <source>The same inputs gave other bits in %1 of %2 repetitions.</source>
        <translation>Dieselben Eingaben gaben in %1 von %2 Wiederholungen andere Bits.</translation>
    </message>
    <message>
        <source>%1 of %2 results beyond a bound became that bound, %3 where it shows first.</source>
        <translation>%1 von %2 Ergebnissen jenseits einer Grenze wurden diese Grenze, %3 wo es zuerst zu sehen ist.</translation>
    </message>
</context>
<context>
    <name>Sentence::</name>
    <message>
        <source>%1 adds it to scores of attention</source>
        <translation>%1 addiert es zu den Werten der Attention</translation>
    </message>
</context>
<context>
    <name>Sentence::Sentence</name>
    <message>
        <source>Log the run with a runtime that writes values of half precision, or export in float32</source>
        <translation>Den Lauf mit einer Laufzeit aufzeichnen, die Werte halber Genauigkeit schreibt, oder in float32 exportieren</translation>
    </message>
    <message>
        <source>Add the debug buffer of %1 (.dbg)</source>
        <translation>Den Debug-Puffer von %1 hinzufügen (.dbg)</translation>
    </message>
    <message>
        <source>quantisation enters at &apos;%1&apos;: differences behind it are its doing</source>
        <translation>bei &apos;%1&apos; beginnt die Quantisierung: Abweichungen dahinter kommen von ihr</translation>
    </message>
    <message>
        <source>the runtime&apos;s elements are the reference&apos;s, shifted by %1 along axis %2, around its end</source>
        <translation>die Elemente der Laufzeit sind die der Referenz, um %1 entlang Achse %2 verschoben, über deren Ende hinweg</translation>
    </message>
</context>
<context>
    <name>TableModel</name>
    <message>
        <source>%1, chosen</source>
        <translation>%1, gewählt</translation>
    </message>
</context>
<context>
    <name>TalkBlockTexts</name>
    <message numerus="yes">
        <source> … and %n more character(s)</source>
        <translation>
            <numerusform> … und %n weiteres Zeichen</numerusform>
            <numerusform> … und %n weitere Zeichen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Word</name>
    <message>
        <source>match</source>
        <translation>passend</translation>
    </message>
    <message>
        <source>differ</source>
        <translation>abweichend</translation>
    </message>
    <message>
        <source>shape mismatch</source>
        <translation>andere Form</translation>
    </message>
    <message>
        <source>type mismatch</source>
        <translation>anderer Typ</translation>
    </message>
    <message>
        <source>missing reference</source>
        <translation>ohne Referenz</translation>
    </message>
    <message>
        <source>missing runtime</source>
        <translation>ohne Laufzeitwert</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>unlesbar</translation>
    </message>
    <message>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>verschoben</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>nicht verglichen</translation>
    </message>
    <message>
        <source>ambiguous</source>
        <translation>mehrdeutig</translation>
    </message>
    <message>
        <source>cannot compare</source>
        <translation>nicht vergleichbar</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlend</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>matched</source>
        <translation>zugehörig</translation>
    </message>
    <message>
        <source>mismatched</source>
        <translation>nicht zugehörig</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>certain</source>
        <translation>sicher</translation>
    </message>
    <message>
        <source>inferred</source>
        <translation>erschlossen</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>Konstante</translation>
    </message>
    <message>
        <source>example_input</source>
        <translation>Beispieleingabe</translation>
    </message>
    <message>
        <source>reference_output</source>
        <translation>Referenzausgabe</translation>
    </message>
    <message>
        <source>representative_input</source>
        <translation>repräsentative Eingabe</translation>
    </message>
    <message>
        <source>external</source>
        <translation>extern</translation>
    </message>
    <message>
        <source>intermediate</source>
        <translation>Zwischenwert</translation>
    </message>
    <message>
        <source>named_data</source>
        <translation>benannte Daten</translation>
    </message>
    <message>
        <source>bundled_input</source>
        <translation>Bundle-Eingabe</translation>
    </message>
    <message>
        <source>expected_output</source>
        <translation>erwartete Ausgabe</translation>
    </message>
    <message>
        <source>delegate_constant</source>
        <translation>Delegate-Konstante</translation>
    </message>
    <message>
        <source>header</source>
        <translation>Header</translation>
    </message>
    <message>
        <source>program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>Füllbytes</translation>
    </message>
    <message>
        <source>named data</source>
        <translation>benannte Daten</translation>
    </message>
    <message>
        <source>delegate</source>
        <translation>Delegate</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>json</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>zip</source>
        <translation>Zip</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>delegate_call</source>
        <translation>Delegate-Aufruf</translation>
    </message>
    <message>
        <source>other</source>
        <translation>sonstiges</translation>
    </message>
    <message>
        <source>target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>element-wise</source>
        <translation>elementweise</translation>
    </message>
    <message>
        <source>normalise</source>
        <translation>Normalisieren</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>quantise</source>
        <translation>Quantisieren</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>control</source>
        <translation>Steuerung</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>constant_method</source>
        <translation>konstante Methode</translation>
    </message>
    <message>
        <source>ptd</source>
        <translation>ptd</translation>
    </message>
    <message>
        <source>node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>lowering</source>
        <translation>Übersetzung</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>quantisation</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <source>layout</source>
        <translation>Achsenfolge</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>introduced</source>
        <translation>entstanden</translation>
    </message>
    <message>
        <source>inherited</source>
        <translation>ererbt</translation>
    </message>
    <message>
        <source>execute</source>
        <translation>Ausführung</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>Instruktion</translation>
    </message>
    <message>
        <source>inside</source>
        <translation>innen</translation>
    </message>
    <message>
        <source>ticks</source>
        <translation>Ticks</translation>
    </message>
    <message>
        <source>ns</source>
        <translation>ns</translation>
    </message>
    <message>
        <source>us</source>
        <translation>µs</translation>
    </message>
    <message>
        <source>cycles</source>
        <translation>Takte</translation>
    </message>
    <message>
        <source>npu_ticks</source>
        <translation>NPU-Ticks</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Byte</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>constant method</source>
        <translation>konstante Methode</translation>
    </message>
    <message>
        <source>bool or int 0/1</source>
        <translation>bool oder int 0/1</translation>
    </message>
    <message>
        <source>list of ints</source>
        <translation>Liste von int</translation>
    </message>
    <message>
        <source>int or list of ints</source>
        <translation>int oder Liste von int</translation>
    </message>
    <message>
        <source>same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>constants</source>
        <translation>Konstanten</translation>
    </message>
    <message>
        <source>identifier</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>wrong case paired</source>
        <translation>falscher Fall zugeordnet</translation>
    </message>
    <message>
        <source>wrong input</source>
        <translation>falsche Eingabe</translation>
    </message>
    <message>
        <source>other expected outputs</source>
        <translation>andere erwartete Ausgaben</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>Operatoren</translation>
    </message>
</context>
<context>
    <name>etscope::ui::AdviceBook</name>
    <message>
        <source>Estimating advice</source>
        <translation>Rat schätzen</translation>
    </message>
    <message>
        <source>Advising on quantisation</source>
        <translation>Rat zur Quantisierung</translation>
    </message>
    <message>
        <source>Evaluating the set</source>
        <translation>Den Satz auswerten</translation>
    </message>
    <message>
        <source>Taking up advice</source>
        <translation>Rat aufnehmen</translation>
    </message>
    <message>
        <source>Identifying the files</source>
        <translation>Dateien werden bestimmt</translation>
    </message>
</context>
<context>
    <name>etscope::ui::AdviceTable</name>
    <message>
        <source>%1: not known yet</source>
        <translation>%1: noch nicht bekannt</translation>
    </message>
    <message>
        <source>%1 of %2 tokens stay</source>
        <translation>%1 von %2 Token bleiben</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>today: as it is</source>
        <translation>heute: wie es ist</translation>
    </message>
    <message>
        <source>chosen: %1</source>
        <translation>gewählt: %1</translation>
    </message>
    <message>
        <source>%1, evaluated as a set</source>
        <translation>%1, als Satz ausgewertet</translation>
    </message>
    <message>
        <source>%1, predicted</source>
        <translation>%1, vorhergesagt</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>noch nicht bekannt</translation>
    </message>
    <message>
        <source>your limit: %1</source>
        <translation>Ihre Grenze: %1</translation>
    </message>
    <message>
        <source>KL, nats</source>
        <translation>KL, nat</translation>
    </message>
    <message>
        <source>noise ÷ signal</source>
        <translation>Rauschen ÷ Signal</translation>
    </message>
    <message>
        <source>%1 of weights, %2</source>
        <translation>%1 Gewichte, %2</translation>
    </message>
    <message>
        <source>today: as it is exported</source>
        <translation>heute: wie exportiert</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>etscope::ui::AdviceTexts</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Narrow weights cost the most in %1 and %2.</source>
        <translation>Schmale Gewichte kosten am meisten in %1 und %2.</translation>
    </message>
    <message>
        <source>nats</source>
        <translation>nat</translation>
    </message>
    <message>
        <source>dB</source>
        <translation>dB</translation>
    </message>
    <message>
        <source>KL %1 %2</source>
        <translation>KL %1 %2</translation>
    </message>
    <message>
        <source>not finite where the record is</source>
        <translation>nicht endlich, wo die Aufzeichnung es ist</translation>
    </message>
    <message>
        <source>ending: what is known is kept</source>
        <translation>wird beendet: Bekanntes bleibt</translation>
    </message>
    <message>
        <source>playing the graph as it is recorded</source>
        <translation>spielt den Graphen, wie er aufgezeichnet ist</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>%1 of %2 effects are known</source>
        <translation>%1 von %2 Wirkungen sind bekannt</translation>
    </message>
    <message numerus="yes">
        <source>%n set(s) evaluated</source>
        <translation>
            <numerusform>%n Satz ausgewertet</numerusform>
            <numerusform>%n Sätze ausgewertet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n effect(s) known</source>
        <translation>
            <numerusform>%n Wirkung bekannt</numerusform>
            <numerusform>%n Wirkungen bekannt</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 effects known</source>
        <translation>%1 von %2 Wirkungen bekannt</translation>
    </message>
    <message>
        <source>failed: %1; %2</source>
        <translation>fehlgeschlagen: %1; %2</translation>
    </message>
    <message>
        <source>cancelled: %1</source>
        <translation>abgebrochen: %1</translation>
    </message>
    <message>
        <source>about %1 left</source>
        <translation>noch etwa %1</translation>
    </message>
    <message>
        <source>estimating …</source>
        <translation>wird geschätzt …</translation>
    </message>
    <message>
        <source>%1 keep %2 tokens: %3, evaluated as a set</source>
        <translation>%1 behalten %2 Token: %3, als Satz ausgewertet</translation>
    </message>
    <message>
        <source>%1: %2, evaluated as a set</source>
        <translation>%1: %2, als Satz ausgewertet</translation>
    </message>
    <message>
        <source>%1: %2, predicted and not evaluated yet</source>
        <translation>%1: %2, vorhergesagt und noch nicht ausgewertet</translation>
    </message>
    <message>
        <source>%1: what it does is not known yet</source>
        <translation>%1: was das bewirkt, ist noch nicht bekannt</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Evaluated</source>
        <translation>Ausgewertet</translation>
    </message>
    <message>
        <source>being evaluated …</source>
        <translation>wird ausgewertet …</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>noch nicht</translation>
    </message>
    <message>
        <source>Tokens that stay</source>
        <translation>Token, die bleiben</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Save the recipe</source>
        <translation>Das Rezept speichern</translation>
    </message>
    <message>
        <source>Python (*.py)</source>
        <translation>Python (*.py)</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 effects and at most %2 sets: about %3</source>
        <translation>%1 Wirkungen und höchstens %2 Auswahlen: etwa %3</translation>
    </message>
    <message>
        <source>No set that was evaluated fits %1.</source>
        <translation>Keine ausgewertete Auswahl passt in %1.</translation>
    </message>
    <message>
        <source>No set that was evaluated stays within the limit.</source>
        <translation>Keine ausgewertete Auswahl bleibt innerhalb der Grenze.</translation>
    </message>
    <message>
        <source>worst: case %1 (%2), %3</source>
        <translation>schlechtester: Fall %1 (%2), %3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, saves %2 per nat</source>
        <translation>%1, spart %2 je nat</translation>
    </message>
    <message>
        <source>%1, saves %2 per noise ÷ signal</source>
        <translation>%1, spart %2 je Rauschen ÷ Signal</translation>
    </message>
    <message>
        <source>With what was changed it does not fit %1.</source>
        <translation>Mit dem, was geändert wurde, passt es nicht in %1.</translation>
    </message>
    <message>
        <source>With what was changed it does not stay within the limit.</source>
        <translation>Mit dem, was geändert wurde, bleibt es nicht innerhalb der Grenze.</translation>
    </message>
</context>
<context>
    <name>etscope::ui::AdvisorPage</name>
    <message>
        <source>No inputs to compute it with</source>
        <translation>Keine Eingaben, mit denen gerechnet werden kann</translation>
    </message>
    <message>
        <source>Add a bundled program with cases, or the ETRecord of an export with example inputs.</source>
        <translation>Fügen Sie ein gebündeltes Programm mit Fällen hinzu oder den ETRecord eines Exports mit Beispieleingaben.</translation>
    </message>
    <message>
        <source>No weight of it could be kept narrow</source>
        <translation>Kein Gewicht davon könnte schmal gehalten werden</translation>
    </message>
    <message>
        <source>What is quantised already stands in As exported.</source>
        <translation>Was schon quantisiert ist, steht unter „Wie exportiert“.</translation>
    </message>
    <message>
        <source>No graph of it is recorded</source>
        <translation>Kein Graph davon ist aufgezeichnet</translation>
    </message>
    <message>
        <source>Add the ETRecord of its export.</source>
        <translation>Fügen Sie den ETRecord seines Exports hinzu.</translation>
    </message>
    <message>
        <source>No output tells what narrow weights do</source>
        <translation>Keine Ausgabe sagt, was schmale Gewichte bewirken</translation>
    </message>
    <message>
        <source>Schemes: the usual</source>
        <translation>Schemata: die üblichen</translation>
    </message>
    <message>
        <source>The usual ones of each kind</source>
        <translation>Die üblichen jeder Art</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Cases at most</source>
        <translation>Fälle höchstens</translation>
    </message>
    <message>
        <source>Cases that are played at most</source>
        <translation>Fälle, die höchstens gespielt werden</translation>
    </message>
    <message>
        <source>same scheme in like layers</source>
        <translation>gleiches Schema in gleichen Schichten</translation>
    </message>
    <message>
        <source>Advise again</source>
        <translation>Neu beraten</translation>
    </message>
    <message>
        <source>Of the budget or limit that is chosen now; rows that are kept stay so</source>
        <translation>Für das Budget oder die Grenze, die jetzt gewählt sind; behaltene Zeilen bleiben so</translation>
    </message>
    <message>
        <source>Schemes: %1</source>
        <translation>Schemata: %1</translation>
    </message>
    <message>
        <source>No graph of %1 is recorded</source>
        <translation>Kein Graph von %1 ist aufgezeichnet</translation>
    </message>
    <message>
        <source>a method</source>
        <translation>einer Methode</translation>
    </message>
    <message>
        <source>Advice computes the graph with narrow weights, on the cases of the session.</source>
        <translation>Der Rat rechnet den Graphen mit schmalen Gewichten, auf den Fällen der Sitzung.</translation>
    </message>
    <message>
        <source>No advice</source>
        <translation>Kein Rat</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Which weights may be narrow, and what it does to the outputs</source>
        <translation>Welche Gewichte schmal sein dürfen, und was das mit den Ausgaben macht</translation>
    </message>
    <message>
        <source>Of %1 each weight that an operator multiplies with, or takes rows of, is kept narrow in each scheme alone, and the recorded graph is computed on the cases of the session. Then the best sets of schemes for each size are computed, each as a set. Nothing is executed.</source>
        <translation>Von %1 wird jedes Gewicht, mit dem ein Operator multipliziert oder von dem er Zeilen nimmt, in jedem Schema allein schmal gehalten, und der aufgezeichnete Graph wird auf den Fällen der Sitzung gerechnet. Dann werden die besten Sätze von Schemata für jede Größe gerechnet, jeder als Satz. Nichts wird ausgeführt.</translation>
    </message>
    <message>
        <source>Advise</source>
        <translation>Beraten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>the graph is played once</source>
        <translation>der Graph wird einmal gespielt</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>Schätzen</translation>
    </message>
    <message>
        <source>plays the graph once, and says how long it takes</source>
        <translation>spielt den Graphen einmal und sagt, wie lange es dauert</translation>
    </message>
    <message>
        <source>Nothing of advice is wrong.</source>
        <translation>Nichts am Rat ist falsch.</translation>
    </message>
    <message>
        <source>by the worst case</source>
        <translation>nach dem schlechtesten Fall</translation>
    </message>
    <message>
        <source>Sets are chosen by the case that is worst, not by the mean of all</source>
        <translation>Mengen werden nach dem schlechtesten Fall gewählt, nicht nach dem Mittel aller</translation>
    </message>
    <message>
        <source>The export before is the float original of this one: what its weights cost now is told against it</source>
        <translation>Der Export davor ist das Gleitkomma-Original von diesem: was seine Gewichte jetzt kosten, wird gegen ihn gesagt</translation>
    </message>
    <message>
        <source>against %1</source>
        <translation>gegen %1</translation>
    </message>
</context>
<context>
    <name>etscope::ui::AnswerBook</name>
    <message>
        <source>Answering</source>
        <translation>Antworten</translation>
    </message>
</context>
<context>
    <name>etscope::ui::AnswerLine</name>
    <message>
        <source>Checking …</source>
        <translation>Wird geprüft …</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>Noch nicht geprüft</translation>
    </message>
    <message>
        <source>Smallest program</source>
        <translation>Kleinstes Programm</translation>
    </message>
    <message>
        <source>Shrink…</source>
        <translation>Verkleinern…</translation>
    </message>
    <message>
        <source>Save patch…</source>
        <translation>Patch speichern…</translation>
    </message>
    <message>
        <source>Mend…</source>
        <translation>Beheben…</translation>
    </message>
    <message>
        <source>Save recipe…</source>
        <translation>Rezept speichern…</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ArchiveStrip</name>
    <message>
        <source>%1 by offset</source>
        <translation>%1 nach Offset</translation>
    </message>
    <message>
        <source>file ends at %1</source>
        <translation>Datei endet bei %1</translation>
    </message>
    <message>
        <source>named by a header, not in the file</source>
        <translation>von einem Header genannt, nicht in der Datei</translation>
    </message>
</context>
<context>
    <name>etscope::ui::AxisBar</name>
    <message>
        <source>axis %1</source>
        <translation>Achse %1</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Axis %1: %2 indices</source>
        <translation>Achse %1: %2 Indizes</translation>
    </message>
    <message>
        <source>Axis %1</source>
        <translation>Achse %1</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>Index of axis %1</source>
        <translation>Index der Achse %1</translation>
    </message>
    <message>
        <source>Index 0 … %1 of axis %2; [ and ] step</source>
        <translation>Index 0 … %1 der Achse %2; [ und ] blättern</translation>
    </message>
</context>
<context>
    <name>etscope::ui::Banner</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::Banners</name>
    <message>
        <source>%1 is no longer there.</source>
        <translation>%1 ist nicht mehr da.</translation>
    </message>
    <message>
        <source>Add a file…</source>
        <translation>Datei hinzufügen…</translation>
    </message>
    <message>
        <source>Could not be opened.</source>
        <translation>Konnte nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>Choose another file…</source>
        <translation>Andere Datei wählen…</translation>
    </message>
    <message>
        <source>%1 changed on disk</source>
        <translation>%1 hat sich auf der Platte geändert</translation>
    </message>
    <message>
        <source>Reload, keep selection</source>
        <translation>Neu laden, Auswahl behalten</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) are no longer there.</source>
        <translation>
            <numerusform>%n Datei ist nicht mehr da.</numerusform>
            <numerusform>%n Dateien sind nicht mehr da.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 was removed from the session.</source>
        <translation>%1 wurde aus der Sitzung entfernt.</translation>
    </message>
    <message>
        <source>Add it again</source>
        <translation>Wieder hinzufügen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::Baselines</name>
    <message>
        <source>Looking for earlier exports</source>
        <translation>Frühere Exporte werden gesucht</translation>
    </message>
</context>
<context>
    <name>etscope::ui::BlamePanel</name>
    <message>
        <source>token becomes %1</source>
        <translation>Token wird %1</translation>
    </message>
    <message>
        <source>helps a little</source>
        <translation>hilft ein wenig</translation>
    </message>
    <message>
        <source>Blame</source>
        <translation>Schuld</translation>
    </message>
    <message>
        <source>Find what is to blame</source>
        <translation>Ursache suchen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>What is to blame for token %1</source>
        <translation>Was an Token %1 schuld ist</translation>
    </message>
    <message>
        <source>Parts of the calls are exchanged for the reference’s, one by one.</source>
        <translation>Teile der Aufrufe werden einzeln durch die der Referenz ersetzt.</translation>
    </message>
    <message>
        <source>Ended before it was through: what was known then.</source>
        <translation>Vor dem Ende abgebrochen: was bis dahin bekannt war.</translation>
    </message>
    <message>
        <source>Exchanges parts of %1 calls for the reference’s until its token comes back: about %2 times what checking their values took.</source>
        <translation>Ersetzt Teile von %1 Aufrufen durch die der Referenz, bis deren Token zurückkommt: etwa das %2-Fache dessen, was die Prüfung ihrer Werte kostete.</translation>
    </message>
    <message>
        <source>share of the lost lead that comes back when this part is the reference’s</source>
        <translation>Anteil am verlorenen Vorsprung, der zurückkommt, wenn dieser Teil der der Referenz ist</translation>
    </message>
    <message numerus="yes">
        <source>%n exchanges</source>
        <translation>
            <numerusform>%n Austausch</numerusform>
            <numerusform>%n Austausche</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::BlameRows</name>
    <message>
        <source>Parts that were exchanged</source>
        <translation>Ausgetauschte Teile</translation>
    </message>
    <message>
        <source>%1 of the lead comes back</source>
        <translation>%1 des Vorsprungs kommen zurück</translation>
    </message>
    <message>
        <source>not exchanged</source>
        <translation>nicht ausgetauscht</translation>
    </message>
    <message>
        <source>part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>share of the lost lead</source>
        <translation>Anteil am verlorenen Vorsprung</translation>
    </message>
    <message>
        <source>what comes of it</source>
        <translation>was daraus wird</translation>
    </message>
</context>
<context>
    <name>etscope::ui::BottomDock</name>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Close (F9)</source>
        <translation>Schließen (F9)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::Breadcrumb</name>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>No session</source>
        <translation>Keine Session</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>call %1</source>
        <translation>Aufruf %1</translation>
    </message>
    <message>
        <source>message %1</source>
        <translation>Nachricht %1</translation>
    </message>
    <message>
        <source>message %1 › token %2</source>
        <translation>Nachricht %1 › Token %2</translation>
    </message>
</context>
<context>
    <name>etscope::ui::CallExtractor</name>
    <message>
        <source>Extracting a call</source>
        <translation>Ein Aufruf wird herausgezogen</translation>
    </message>
    <message>
        <source>%1 has the call&apos;s values and a script that runs it</source>
        <translation>%1 enthält die Werte des Aufrufs und ein Skript, das ihn ausführt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Extract the call into a new folder</source>
        <translation>Den Aufruf in einen neuen Ordner herausziehen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::CallRows</name>
    <message>
        <source>Calls that made the token</source>
        <translation>Aufrufe, die das Token ergaben</translation>
    </message>
    <message>
        <source>call %1</source>
        <translation>Aufruf %1</translation>
    </message>
    <message>
        <source>call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>what is known of it</source>
        <translation>was davon bekannt ist</translation>
    </message>
</context>
<context>
    <name>etscope::ui::CandidatesView</name>
    <message>
        <source>Likeliest tokens of both sides</source>
        <translation>Wahrscheinlichste Tokens beider Seiten</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>runtime</source>
        <translation>Laufzeit</translation>
    </message>
    <message>
        <source>%1, place %2: %3, chance %4, logit %5; %6: place %7, chance %8, logit %9</source>
        <translation>%1, Platz %2: %3, Wahrscheinlichkeit %4, Logit %5; %6: Platz %7, Wahrscheinlichkeit %8, Logit %9</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>Logit</source>
        <translation>Logit</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>side</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>place</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>Logit</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>place on the other side</source>
        <translation>Platz auf der anderen Seite</translation>
    </message>
    <message numerus="yes">
        <source>%1 on %n other token(s)</source>
        <translation>
            <numerusform>%1 auf %n anderen Token</numerusform>
            <numerusform>%1 auf %n anderen Token</numerusform>
        </translation>
    </message>
    <message>
        <source>; “%1” is at place %2</source>
        <translation>; „%1“ ist auf Platz %2</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ChangeGraph</name>
    <message numerus="yes">
        <source>%n added</source>
        <translation>
            <numerusform>%n hinzugefügt</numerusform>
            <numerusform>%n hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>%n entfernt</numerusform>
            <numerusform>%n entfernt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n geändert</numerusform>
            <numerusform>%n geändert</numerusform>
        </translation>
    </message>
    <message>
        <source>The nodes are the same on both sides.</source>
        <translation>Die Knoten sind auf beiden Seiten gleich.</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beide</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>This side has no such module.</source>
        <translation>Diese Seite hat kein solches Modul.</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ChangeModel</name>
    <message>
        <source>Bytes in the program</source>
        <translation>Bytes im Programm</translation>
    </message>
    <message>
        <source>What changed, by module</source>
        <translation>Was sich geändert hat, nach Modul</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ChangePanel</name>
    <message>
        <source>kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>The same change elsewhere</source>
        <translation>Die gleiche Änderung anderswo</translation>
    </message>
    <message>
        <source>before</source>
        <translation>vorher</translation>
    </message>
    <message>
        <source>after</source>
        <translation>nachher</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>Runs in</source>
        <translation>Läuft in</translation>
    </message>
    <message>
        <source>Bytes, of all</source>
        <translation>Bytes, von allen</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message numerus="yes">
        <source>One square per module, a column is a block. Red: %n differ(s) from the likes.</source>
        <translation>
            <numerusform>Ein Quadrat je Modul, eine Spalte ist ein Block. Rot: %n weicht von seinesgleichen ab.</numerusform>
            <numerusform>Ein Quadrat je Modul, eine Spalte ist ein Block. Rot: %n weichen von ihresgleichen ab.</numerusform>
        </translation>
    </message>
    <message>
        <source>One square per module, a column is a block. A click goes there.</source>
        <translation>Ein Quadrat je Modul, eine Spalte ist ein Block. Ein Klick führt dorthin.</translation>
    </message>
    <message>
        <source>Choose a row</source>
        <translation>Eine Zeile wählen</translation>
    </message>
    <message>
        <source>What it is before and after stands here.</source>
        <translation>Was es vorher und nachher ist, steht hier.</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>of some operators unknown</source>
        <translation>von einigen Operatoren unbekannt</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>gleich</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ChangePlaces</name>
    <message>
        <source>The same change elsewhere</source>
        <translation>Die gleiche Änderung anderswo</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ChangeRowsPage</name>
    <message>
        <source>Comparing outputs</source>
        <translation>Ausgaben werden verglichen</translation>
    </message>
    <message>
        <source>Filter: decoder, became:less, max_d&gt;0.01</source>
        <translation>Filter: decoder, became:weniger, max_d&gt;0.01</translation>
    </message>
    <message>
        <source>No output was found that is not the same</source>
        <translation>Keine Ausgabe gefunden, die nicht gleich ist</translation>
    </message>
    <message>
        <source>Outputs are compared of cases that both exports ran or recorded. Without runs of one of them, or of other cases, nothing is held against each other.</source>
        <translation>Verglichen werden Ausgaben von Fällen, die beide Exporte ausgeführt oder aufgezeichnet haben. Ohne Läufe des einen, oder von anderen Fällen, wird nichts aneinander gehalten.</translation>
    </message>
    <message>
        <source>Adding up cost</source>
        <translation>Kosten werden zusammengezählt</translation>
    </message>
    <message>
        <source>Filter: decoder, run, delegate, change&gt;1</source>
        <translation>Filter: decoder, Lauf, Delegate, change&gt;1</translation>
    </message>
    <message>
        <source>Neither export tells what it costs</source>
        <translation>Kein Export sagt, was er kostet</translation>
    </message>
    <message>
        <source>Bytes and memory are those of programs (.pte), times those of runs (.etdp).</source>
        <translation>Bytes und Speicher sind die von Programmen (.pte), Zeiten die von Läufen (.etdp).</translation>
    </message>
    <message>
        <source>Comparing how weights are kept</source>
        <translation>Wie Gewichte gehalten werden, wird verglichen</translation>
    </message>
    <message>
        <source>Filter: layers, became:otherwise, after:8da4w</source>
        <translation>Filter: layers, became:anders, after:8da4w</translation>
    </message>
    <message>
        <source>No weight was found in a method that both exports have</source>
        <translation>In keiner Methode, die beide Exporte haben, wurde ein Gewicht gefunden</translation>
    </message>
    <message>
        <source>Weights are read from recorded graphs, and without them from programs: constants of plans, and of delegates that can be decoded.</source>
        <translation>Gewichte werden aus aufgezeichneten Graphen gelesen, ohne diese aus Programmen: Konstanten der Pläne und der Delegates, die dekodiert werden können.</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ChangeTree</name>
    <message>
        <source>What changed, by module</source>
        <translation>Was sich geändert hat, nach Modul</translation>
    </message>
    <message>
        <source>What changed from %1 to %2</source>
        <translation>Was sich von %1 zu %2 geändert hat</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ChangesPage</name>
    <message>
        <source>Comparing exports</source>
        <translation>Exporte werden verglichen</translation>
    </message>
    <message>
        <source>No module of the two exports differs</source>
        <translation>Kein Modul der beiden Exporte ist anders</translation>
    </message>
    <message>
        <source>What differs belongs to none: it is listed by node.</source>
        <translation>Was anders ist, gehört zu keinem: Es steht nach Knoten.</translation>
    </message>
    <message>
        <source>Show by node</source>
        <translation>Nach Knoten zeigen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ChangesView</name>
    <message>
        <source>Filter: module, kind, int4</source>
        <translation>Filter: module, kind, int4</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ChannelView</name>
    <message>
        <source>per</source>
        <translation>je</translation>
    </message>
    <message>
        <source>Axis of the channels</source>
        <translation>Achse der Kanäle</translation>
    </message>
    <message>
        <source>Statistics of each channel</source>
        <translation>Statistik jedes Kanals</translation>
    </message>
    <message>
        <source>axis %1 of %2</source>
        <translation>Achse %1 von %2</translation>
    </message>
    <message>
        <source>a scalar has no channels</source>
        <translation>ein Skalar hat keine Kanäle</translation>
    </message>
    <message>
        <source>measuring …</source>
        <translation>wird gemessen …</translation>
    </message>
    <message>
        <source>Statistics of channels</source>
        <translation>Statistik der Kanäle</translation>
    </message>
    <message>
        <source>Double-click shows the elements of a channel</source>
        <translation>Ein Doppelklick zeigt die Elemente eines Kanals</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ChartView</name>
    <message>
        <source>Show all	F</source>
        <translation>Alles zeigen	F</translation>
    </message>
    <message>
        <source>Δ %1</source>
        <translation>Δ %1</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ChoiceBars</name>
    <message>
        <source>Likeliest tokens of the choice</source>
        <translation>Die wahrscheinlichsten Tokens der Wahl</translation>
    </message>
    <message>
        <source>id %1</source>
        <translation>Id %1</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>Gerät %1</translation>
    </message>
    <message>
        <source>reference %1</source>
        <translation>Referenz %1</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>gewählt</translation>
    </message>
    <message>
        <source>the reference’s</source>
        <translation>das der Referenz</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>id</source>
        <translation>Id</translation>
    </message>
</context>
<context>
    <name>etscope::ui::CommandPalette</name>
    <message>
        <source>method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Listing operators and tensors</source>
        <translation>Operatoren und Tensoren werden aufgelistet</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Suche läuft</translation>
    </message>
    <message>
        <source>Search commands, operators, tensors…     &gt; commands   @ operators   # tensors</source>
        <translation>Befehle, Operatoren, Tensoren suchen…     &gt; Befehle   @ Operatoren   # Tensoren</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>Nichts passt</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Methods and stages</source>
        <translation>Methoden und Stufen</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
</context>
<context>
    <name>etscope::ui::Commands</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Commands and keys</source>
        <translation>Befehle und Tasten</translation>
    </message>
    <message>
        <source>Search keys and commands</source>
        <translation>Tasten und Befehle suchen</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Was er tut</translation>
    </message>
    <message>
        <source>Unavailable because</source>
        <translation>Nicht verfügbar, weil</translation>
    </message>
    <message>
        <source>The graph is not in view.</source>
        <translation>Der Graph ist nicht zu sehen.</translation>
    </message>
    <message>
        <source>No chart is in view.</source>
        <translation>Es ist kein Diagramm zu sehen.</translation>
    </message>
    <message>
        <source>No rows in view stand under others.</source>
        <translation>Keine Zeilen im Blick stehen unter anderen.</translation>
    </message>
    <message>
        <source>No grid of values is in view.</source>
        <translation>Es ist keine Wertetabelle zu sehen.</translation>
    </message>
    <message>
        <source>This page is empty.</source>
        <translation>Diese Seite ist leer.</translation>
    </message>
    <message>
        <source>Add files to the session</source>
        <translation>Dateien zur Sitzung hinzufügen</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>Dateien öffnen</translation>
    </message>
    <message>
        <source>Open a folder</source>
        <translation>Einen Ordner öffnen</translation>
    </message>
    <message numerus="yes">
        <source>%1  and %n more</source>
        <translation>
            <numerusform>%1  und %n weitere</numerusform>
            <numerusform>%1  und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was opened before</source>
        <translation>Bisher wurde nichts geöffnet</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is marked: %1 marks the selection</source>
        <translation>Es gibt kein Lesezeichen: %1 setzt eines auf die Auswahl</translation>
    </message>
    <message>
        <source>Go to address</source>
        <translation>Zu Adresse gehen</translation>
    </message>
    <message>
        <source>method/stage/node, method/outputs/case:0/0, files/name, or a link et://FILE#ADDRESS</source>
        <translation>Methode/Stufe/Knoten, Methode/outputs/case:0/0, files/Name oder ein Link et://DATEI#ADRESSE</translation>
    </message>
    <message>
        <source>The language changes when etscope is started again.</source>
        <translation>Die Sprache wechselt, wenn etscope neu gestartet wird.</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message numerus="yes">
        <source>%1 has %n view(s).</source>
        <translation>
            <numerusform>%1 hat %n Ansicht.</numerusform>
            <numerusform>%1 hat %n Ansichten.</numerusform>
        </translation>
    </message>
    <message>
        <source>This build cannot try remedies.</source>
        <translation>Dieser Build kann keine Abhilfen versuchen.</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ComparedPage</name>
    <message>
        <source>Nothing to compare with</source>
        <translation>Nichts, womit zu vergleichen wäre</translation>
    </message>
    <message>
        <source>Changes tell what this export does otherwise than another one of the model, which was before it: nodes of every stage, weights, delegates, outputs, metadata. They need the files of that export beside this session.</source>
        <translation>Änderungen sagen, was dieser Export anders macht als ein anderer des Modells, der vor ihm war: Knoten jeder Stufe, Gewichte, Delegates, Ausgaben, Metadaten. Sie brauchen die Dateien jenes Exports neben dieser Sitzung.</translation>
    </message>
    <message>
        <source>Choose them, or drop them on this page.</source>
        <translation>Die Dateien wählen oder auf diese Seite ziehen.</translation>
    </message>
    <message>
        <source>Compare with another export…</source>
        <translation>Mit anderem Export vergleichen…</translation>
    </message>
    <message>
        <source>Opened before, and perhaps an earlier export of it:</source>
        <translation>Früher geöffnet und vielleicht ein früherer Export davon:</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n Knoten</numerusform>
            <numerusform>%n Knoten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s)</source>
        <translation>
            <numerusform>%n Gewicht</numerusform>
            <numerusform>%n Gewichte</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is the same in both exports: %2</source>
        <translation>%1 ist in beiden Exporten gleich: %2</translation>
    </message>
    <message>
        <source>Other methods and stages may differ: choose all above.</source>
        <translation>Andere Methoden und Stufen können verschieden sein: oben alle wählen.</translation>
    </message>
    <message>
        <source>Nothing to compare</source>
        <translation>Nichts zu vergleichen</translation>
    </message>
    <message>
        <source>Neither export has graphs, weights, delegates or metadata.</source>
        <translation>Keiner der Exporte hat Graphen, Gewichte, Delegates oder Metadaten.</translation>
    </message>
    <message>
        <source>The two exports are the same: %1</source>
        <translation>Die beiden Exporte sind gleich: %1</translation>
    </message>
    <message>
        <source>Every node has a counterpart with the same operator, module, arguments and results; weights, delegates and metadata have the same contents.</source>
        <translation>Jeder Knoten hat ein Gegenstück mit demselben Operator, Modul, denselben Argumenten und Ergebnissen; Gewichte, Delegates und Metadaten haben denselben Inhalt.</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ConsistencyPage</name>
    <message>
        <source>No graph of %1 is recorded</source>
        <translation>Kein Graph von %1 ist aufgezeichnet</translation>
    </message>
    <message>
        <source>Its consistency is asked by computing its graph in ways that must agree.</source>
        <translation>Ihre Konsistenz wird geprüft, indem ihr Graph auf Wegen berechnet wird, die übereinstimmen müssen.</translation>
    </message>
    <message>
        <source>Add the ETRecord of its export.</source>
        <translation>Fügen Sie den ETRecord ihres Exports hinzu.</translation>
    </message>
    <message>
        <source>The method was not held against itself yet</source>
        <translation>Die Methode wurde noch nicht an sich selbst gemessen</translation>
    </message>
    <message>
        <source>Its graph is computed in ways that must agree: at once and step by step, alone and in a batch.</source>
        <translation>Ihr Graph wird auf Wegen berechnet, die übereinstimmen müssen: auf einmal und schrittweise, allein und im Batch.</translation>
    </message>
    <message>
        <source>Check consistency</source>
        <translation>Konsistenz prüfen</translation>
    </message>
    <message>
        <source>One of some dozens of calls takes %1.</source>
        <translation>Einer von einigen Dutzend Aufrufen braucht %1.</translation>
    </message>
    <message>
        <source>On the runtime…</source>
        <translation>Auf der Laufzeit…</translation>
    </message>
    <message>
        <source>Execute the program and hold it against itself and against the graph</source>
        <translation>Das Programm ausführen und mit sich selbst und dem Graphen vergleichen</translation>
    </message>
    <message>
        <source>This executes the program, in a process of its own and with your rights: the ways that were computed are played by it, and held against each other and against the graph.</source>
        <translation>Dies führt das Programm aus, in einem eigenen Prozess und mit Ihren Rechten: Es spielt die berechneten Wege nach, und sie werden miteinander und mit dem Graphen verglichen.</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ConsistencyTexts</name>
    <message>
        <source>agree</source>
        <translation>einig</translation>
    </message>
    <message>
        <source>disagree</source>
        <translation>uneins</translation>
    </message>
    <message>
        <source>not set up</source>
        <translation>nicht prüfbar</translation>
    </message>
    <message>
        <source>not claimed</source>
        <translation>nicht zugesagt</translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) disagree</source>
        <translation>
            <numerusform>%n Prüfung uneins</numerusform>
            <numerusform>%n Prüfungen uneins</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n agree</source>
        <translation>
            <numerusform>%n einig</numerusform>
            <numerusform>%n einig</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n could not be set up</source>
        <translation>
            <numerusform>%n nicht prüfbar</numerusform>
            <numerusform>%n nicht prüfbar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n are of what the model does not claim</source>
        <translation>
            <numerusform>%n betrifft, was das Modell nicht zusagt</numerusform>
            <numerusform>%n betreffen, was das Modell nicht zusagt</numerusform>
        </translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>embeddings</source>
        <translation>Embeddings</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>cache position</source>
        <translation>Cache-Position</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>pixel values</source>
        <translation>Pixelwerte</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>Inputs are taken for:</source>
        <translation>Eingaben gelten als:</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>nicht zu sagen</translation>
    </message>
    <message>
        <source>not played</source>
        <translation>nicht gespielt</translation>
    </message>
    <message>
        <source>Nothing was executed: %1</source>
        <translation>Nichts wurde ausgeführt: %1</translation>
    </message>
    <message numerus="yes">
        <source>Executed by %1: %n call(s).</source>
        <translation>
            <numerusform>Ausgeführt von %1: %n Aufruf.</numerusform>
            <numerusform>Ausgeführt von %1: %n Aufrufe.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::ConversationPage</name>
    <message>
        <source>What was checked</source>
        <translation>Was geprüft wurde</translation>
    </message>
    <message>
        <source>Does the error matter?</source>
        <translation>Ist der Fehler von Bedeutung?</translation>
    </message>
    <message>
        <source>line: margin of the reference’s token, bar: largest error of a logit</source>
        <translation>Linie: Vorsprung des Tokens der Referenz, Balken: größter Fehler eines Logits</translation>
    </message>
    <message>
        <source>not known: no reference is computed for any token</source>
        <translation>nicht bekannt: für kein Token ist eine Referenz berechnet</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ConversationTexts</name>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Messages → text</source>
        <translation>Nachrichten → Text</translation>
    </message>
    <message>
        <source>Text → ids</source>
        <translation>Text → IDs</translation>
    </message>
    <message>
        <source>Image → pixel values</source>
        <translation>Bild → Pixelwerte</translation>
    </message>
    <message>
        <source>Ids that were fed</source>
        <translation>Eingegebene IDs</translation>
    </message>
    <message>
        <source>Splice</source>
        <translation>Einfügung</translation>
    </message>
    <message>
        <source>Positions, cache positions</source>
        <translation>Positionen, Cache-Positionen</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>Choice</source>
        <translation>Wahl</translation>
    </message>
    <message>
        <source>Ids → text</source>
        <translation>IDs → Text</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>by bytes</source>
        <translation>an Bytes</translation>
    </message>
    <message>
        <source>by hash</source>
        <translation>am Hash</translation>
    </message>
    <message>
        <source>by order</source>
        <translation>an der Reihenfolge</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>berechnet</translation>
    </message>
    <message>
        <source>what the runner claims</source>
        <translation>was der Runner behauptet</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>call %1 %2</source>
        <translation>Aufruf %1 %2</translation>
    </message>
    <message>
        <source>input %1</source>
        <translation>Eingabe %1</translation>
    </message>
    <message>
        <source>output %1</source>
        <translation>Ausgabe %1</translation>
    </message>
    <message>
        <source>position %1</source>
        <translation>Position %1</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>falsch</translation>
    </message>
    <message>
        <source>right</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>%n more finding(s).</source>
        <translation>
            <numerusform>%n weiterer Befund.</numerusform>
            <numerusform>%n weitere Befunde.</numerusform>
        </translation>
    </message>
    <message>
        <source>Not known: %1.</source>
        <translation>Nicht bekannt: %1.</translation>
    </message>
    <message numerus="yes">
        <source>Nothing wrong was found in %n call(s).</source>
        <translation>
            <numerusform>Nichts Falsches in %n Aufruf gefunden.</numerusform>
            <numerusform>Nichts Falsches in %n Aufrufen gefunden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) of pictures</source>
        <translation>
            <numerusform>%n Zeile von Bildern</numerusform>
            <numerusform>%n Zeilen von Bildern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of embeddings</source>
        <translation>
            <numerusform>%n von Einbettungen</numerusform>
            <numerusform>%n von Einbettungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n id(s) are what logits and sampler say</source>
        <translation>
            <numerusform>%n Id ist, was Logits und Auswahl sagen</numerusform>
            <numerusform>%n Ids sind, was Logits und Auswahl sagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) give what the record computes</source>
        <translation>
            <numerusform>%n Aufruf ergibt, was aus dem Record berechnet wird</numerusform>
            <numerusform>%n Aufrufe ergeben, was aus dem Record berechnet wird</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s): size, order of channels, normalisation</source>
        <translation>
            <numerusform>%n Bild: Größe, Reihenfolge der Kanäle, Normierung</numerusform>
            <numerusform>%n Bilder: Größe, Reihenfolge der Kanäle, Normierung</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) go on, without a gap, below the bound</source>
        <translation>
            <numerusform>%n Aufruf setzt fort, ohne Lücke, unter der Grenze</numerusform>
            <numerusform>%n Aufrufe setzen fort, ohne Lücke, unter der Grenze</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) find what the last one left</source>
        <translation>
            <numerusform>%n Aufruf findet, was der vorige hinterließ</numerusform>
            <numerusform>%n Aufrufe finden, was der vorige hinterließ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n prompt(s): ids equal, placeholders expanded</source>
        <translation>
            <numerusform>%n Prompt: Ids gleich, Platzhalter ersetzt</numerusform>
            <numerusform>%n Prompts: Ids gleich, Platzhalter ersetzt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n looked at, all right</source>
        <translation>
            <numerusform>%n angesehen, richtig</numerusform>
            <numerusform>%n angesehen, alle richtig</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s) are the reference’s</source>
        <translation>
            <numerusform>%n Token ist das der Referenz</numerusform>
            <numerusform>%n Tokens sind die der Referenz</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n token(s) are not the reference’s, first %2 of message %3</source>
        <translation>
            <numerusform>%1 von %n Token ist nicht das der Referenz, zuerst %2 in Nachricht %3</numerusform>
            <numerusform>%1 von %n Tokens sind nicht die der Referenz, zuerst %2 in Nachricht %3</numerusform>
        </translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
</context>
<context>
    <name>etscope::ui::DiffChoices</name>
    <message>
        <source>method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
</context>
<context>
    <name>etscope::ui::DiffPage</name>
    <message>
        <source>Filter: linear, kind:weight, state:added, what_changed:/f32.*f16/</source>
        <translation>Filter: linear, art:Gewicht, zustand:hinzugefügt, what_changed:/f32.*f16/</translation>
    </message>
    <message>
        <source>Decoding delegates</source>
        <translation>Delegates werden dekodiert</translation>
    </message>
    <message>
        <source>Comparing exports</source>
        <translation>Exporte werden verglichen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::DifferenceView</name>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>|difference|</source>
        <translation>|Differenz|</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>bars: reference, line: runtime</source>
        <translation>Balken: Referenz, Linie: Laufzeit</translation>
    </message>
    <message>
        <source>Worst elements</source>
        <translation>Schlimmste Elemente</translation>
    </message>
    <message>
        <source>Around the element</source>
        <translation>Um das Element</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Runtime</source>
        <translation>Laufzeit</translation>
    </message>
    <message>
        <source>nothing was measured</source>
        <translation>nichts gemessen</translation>
    </message>
    <message>
        <source>%1 · %2 · output %3</source>
        <translation>%1 · %2 · Ausgabe %3</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 gegen %2</translation>
    </message>
    <message>
        <source>Histograms</source>
        <translation>Histogramme</translation>
    </message>
    <message>
        <source>computing …</source>
        <translation>wird berechnet …</translation>
    </message>
    <message>
        <source>%1: nothing was measured.</source>
        <translation>%1: nichts gemessen.</translation>
    </message>
    <message>
        <source>use</source>
        <translation>anwenden</translation>
    </message>
    <message>
        <source>Passes at</source>
        <translation>Besteht bei</translation>
    </message>
    <message>
        <source>First mismatch</source>
        <translation>Erste Abweichung</translation>
    </message>
    <message>
        <source>Looks transposed: axes [%1] match.</source>
        <translation>Sieht transponiert aus: Achsen [%1] passen.</translation>
    </message>
    <message>
        <source>Looks transposed: axes [%1] fit better.</source>
        <translation>Sieht transponiert aus: Achsen [%1] passen besser.</translation>
    </message>
    <message>
        <source>Around %1</source>
        <translation>Um %1</translation>
    </message>
    <message>
        <source>every difference is 0</source>
        <translation>jeder Unterschied ist 0</translation>
    </message>
    <message>
        <source>relative</source>
        <translation>relativ</translation>
    </message>
    <message>
        <source>absolute</source>
        <translation>absolut</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>one element only</source>
        <translation>nur ein Element</translation>
    </message>
    <message>
        <source>Error by position</source>
        <translation>Fehler nach Position</translation>
    </message>
    <message>
        <source>By position</source>
        <translation>Nach Position</translation>
    </message>
    <message>
        <source>axis %1, mean |d|</source>
        <translation>Achse %1, Mittel |d|</translation>
    </message>
    <message>
        <source>No tolerance passes what is not finite</source>
        <translation>Keine Toleranz lässt durch, was nicht endlich ist</translation>
    </message>
    <message>
        <source>no element is finite on both sides</source>
        <translation>kein Element ist auf beiden Seiten endlich</translation>
    </message>
    <message>
        <source>0 where both sides are finite</source>
        <translation>0, wo beide Seiten endlich sind</translation>
    </message>
    <message numerus="yes">
        <source>of %n element(s) finite on both sides</source>
        <translation>
            <numerusform>von %n Element, das auf beiden Seiten endlich ist</numerusform>
            <numerusform>von %n Elementen, die auf beiden Seiten endlich sind</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not finite</source>
        <translation>
            <numerusform>%n nicht endlich</numerusform>
            <numerusform>%n nicht endlich</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 + %2</source>
        <translation>%1 + %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n element(s): reference %2, runtime %3</source>
        <translation>
            <numerusform>%1 von %n Element: Referenz %2, Laufzeit %3</numerusform>
            <numerusform>%1 von %n Elementen: Referenz %2, Laufzeit %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n element(s), first: reference %2, runtime %3</source>
        <translation>
            <numerusform>%1 von %n Element, zuerst: Referenz %2, Laufzeit %3</numerusform>
            <numerusform>%1 von %n Elementen, zuerst: Referenz %2, Laufzeit %3</numerusform>
        </translation>
    </message>
    <message>
        <source>Judged with a tolerance of its own: relative %1, absolute %2</source>
        <translation>Mit eigener Toleranz beurteilt: relativ %1, absolut %2</translation>
    </message>
    <message>
        <source>take back</source>
        <translation>zurücknehmen</translation>
    </message>
    <message>
        <source>|d| ÷ tolerance</source>
        <translation>|d| ÷ Toleranz</translation>
    </message>
    <message>
        <source>log scale, up to 1 passes</source>
        <translation>logarithmisch, bis 1 besteht</translation>
    </message>
    <message>
        <source>log scale</source>
        <translation>logarithmisch</translation>
    </message>
</context>
<context>
    <name>etscope::ui::DockLayout</name>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>Keep open without a selection</source>
        <translation>Ohne Auswahl offen lassen</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
</context>
<context>
    <name>etscope::ui::DriftMap</name>
    <message>
        <source>Error by layer and step</source>
        <translation>Fehler nach Schicht und Schritt</translation>
    </message>
    <message>
        <source>all buffers</source>
        <translation>alle Puffer</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>own error</source>
        <translation>eigener Fehler</translation>
    </message>
    <message>
        <source>origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>output, max |d|</source>
        <translation>Ausgang, max |d|</translation>
    </message>
    <message>
        <source>- - tolerance</source>
        <translation>- - Toleranz</translation>
    </message>
    <message>
        <source>total</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>own</source>
        <translation>eigen</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>Konstante</translation>
    </message>
    <message>
        <source>begins in step %1</source>
        <translation>beginnt in Schritt %1</translation>
    </message>
    <message>
        <source>%1 of %2 places used</source>
        <translation>%1 von %2 Plätzen belegt</translation>
    </message>
    <message numerus="yes">
        <source>%n of them are wrong</source>
        <translation>
            <numerusform>%n davon ist falsch</numerusform>
            <numerusform>%n davon sind falsch</numerusform>
        </translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>%1 · tokens</source>
        <translation>%1 · Tokens</translation>
    </message>
    <message>
        <source>error %1 rounding: %2</source>
        <translation>Fehler %1 Rundung: %2</translation>
    </message>
    <message>
        <source>own error %1 rounding: %2</source>
        <translation>eigener Fehler %1 Rundung: %2</translation>
    </message>
    <message>
        <source>× rounding</source>
        <translation>× Rundung</translation>
    </message>
    <message>
        <source>%1 | 1 = limit of normal rounding</source>
        <translation>%1 | 1 = Grenze normaler Rundung</translation>
    </message>
    <message numerus="yes">
        <source>Error of %n buffer(s) after each step, the worst of them</source>
        <translation>
            <numerusform>Fehler von %n Puffer nach jedem Schritt</numerusform>
            <numerusform>Fehler von %n Puffern nach jedem Schritt, der größte davon</numerusform>
        </translation>
    </message>
    <message>
        <source>Worst step of each row, × rounding</source>
        <translation>Schlechtester Schritt jeder Zeile, × Rundung</translation>
    </message>
    <message>
        <source>via cache</source>
        <translation>über Caches</translation>
    </message>
    <message>
        <source>max |d| to computed</source>
        <translation>max |d| zum Berechneten</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1 | 1 = limit of normal rounding; cell = largest own error in the row</source>
        <translation>%1 | 1 = Grenze normalen Rundens; Zelle = größter eigener Fehler der Zeile</translation>
    </message>
    <message>
        <source>%1 | 1 = limit of normal rounding; cell = largest total error in the row</source>
        <translation>%1 | 1 = Grenze normalen Rundens; Zelle = größter Gesamtfehler der Zeile</translation>
    </message>
</context>
<context>
    <name>etscope::ui::DriftView</name>
    <message>
        <source>total</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>own error</source>
        <translation>eigener Fehler</translation>
    </message>
    <message numerus="yes">
        <source>%n more run(s) are not looked at</source>
        <translation>
            <numerusform>%n weiterer Lauf wird nicht betrachtet</numerusform>
            <numerusform>%n weitere Läufe werden nicht betrachtet</numerusform>
        </translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>modules</source>
        <translation>Module</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>cases</source>
        <translation>Fälle</translation>
    </message>
</context>
<context>
    <name>etscope::ui::DropArea</name>
    <message>
        <source>Record</source>
        <translation>Record</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>External data</source>
        <translation>Externe Daten</translation>
    </message>
    <message>
        <source>Bundled program</source>
        <translation>Gebündeltes Programm</translation>
    </message>
    <message>
        <source>ETDump</source>
        <translation>ETDump</translation>
    </message>
    <message>
        <source>Debug buffer</source>
        <translation>Debug-Puffer</translation>
    </message>
    <message>
        <source>Exported program</source>
        <translation>Exportiertes Programm</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Delegate file</source>
        <translation>Delegate-Datei</translation>
    </message>
    <message>
        <source>Tokenizer</source>
        <translation>Tokenizer</translation>
    </message>
    <message>
        <source>not recognised</source>
        <translation>nicht erkannt</translation>
    </message>
    <message>
        <source>Drop files or a folder here</source>
        <translation>Dateien oder einen Ordner hierher ziehen</translation>
    </message>
    <message>
        <source>Dropping on an open session adds to it; with Shift it opens a new one</source>
        <translation>Auf eine offene Sitzung gezogen kommen sie dazu; mit Umschalt öffnen sie eine neue</translation>
    </message>
    <message numerus="yes">
        <source>Open %n file(s) or folder(s)</source>
        <translation>
            <numerusform>%n Datei oder Ordner öffnen</numerusform>
            <numerusform>%n Dateien oder Ordner öffnen</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking what they are</source>
        <translation>Es wird nachgesehen, was sie sind</translation>
    </message>
    <message>
        <source>Memory map</source>
        <translation>Speicherkarte</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>Trace</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
</context>
<context>
    <name>etscope::ui::DropHint</name>
    <message>
        <source>Add to this session</source>
        <translation>Zu dieser Sitzung hinzufügen</translation>
    </message>
    <message>
        <source>joined with the files that are open</source>
        <translation>mit den offenen Dateien verbunden</translation>
    </message>
    <message>
        <source>Open instead</source>
        <translation>Stattdessen öffnen</translation>
    </message>
    <message>
        <source>as a session of their own</source>
        <translation>als eigene Sitzung</translation>
    </message>
</context>
<context>
    <name>etscope::ui::EffectRow</name>
    <message>
        <source>From cause to effect</source>
        <translation>Von der Ursache zur Wirkung</translation>
    </message>
    <message>
        <source>each step leads to its evidence</source>
        <translation>jeder Schritt führt zu seinem Beleg</translation>
    </message>
</context>
<context>
    <name>etscope::ui::EffectSteps</name>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>Cause: constant</source>
        <translation>Ursache: Konstante</translation>
    </message>
    <message>
        <source>Cause: operator</source>
        <translation>Ursache: Operator</translation>
    </message>
    <message>
        <source>instruction 0/%1</source>
        <translation>Instruktion 0/%1</translation>
    </message>
    <message>
        <source>Other calls</source>
        <translation>Andere Aufrufe</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) correct</source>
        <translation>
            <numerusform>%n Aufruf richtig</numerusform>
            <numerusform>%n Aufrufe richtig</numerusform>
        </translation>
    </message>
    <message>
        <source>for what they read in run %1</source>
        <translation>für das, was sie in Lauf %1 lasen</translation>
    </message>
    <message numerus="yes">
        <source>%n could not be judged</source>
        <translation>
            <numerusform>%n nicht beurteilbar</numerusform>
            <numerusform>%n nicht beurteilbar</numerusform>
        </translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n case(s) differ</source>
        <translation>
            <numerusform>%1 von %n Fall abweichend</numerusform>
            <numerusform>%1 von %n Fällen abweichend</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n element(s) finite on one side only</source>
        <translation>
            <numerusform>%n Element nur auf einer Seite endlich</numerusform>
            <numerusform>%n Elemente nur auf einer Seite endlich</numerusform>
        </translation>
    </message>
    <message>
        <source>Source line</source>
        <translation>Quellzeile</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>own error × %1 of normal rounding</source>
        <translation>eigener Fehler × %1 des normalen Rundens</translation>
    </message>
    <message>
        <source>Shrink…</source>
        <translation>Verkleinern…</translation>
    </message>
    <message>
        <source>Mend…</source>
        <translation>Beheben…</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ElementGrid</name>
    <message>
        <source>go to 0,3,1</source>
        <translation>gehe zu 0,3,1</translation>
    </message>
    <message>
        <source>Go to index</source>
        <translation>Gehe zu Index</translation>
    </message>
    <message>
        <source>◂ NaN</source>
        <translation>◂ NaN</translation>
    </message>
    <message>
        <source>NaN ▸</source>
        <translation>NaN ▸</translation>
    </message>
    <message>
        <source>Next NaN or Inf (N)</source>
        <translation>Nächstes NaN oder Inf (N)</translation>
    </message>
    <message>
        <source>Previous NaN or Inf (Shift+N)</source>
        <translation>Voriges NaN oder Inf (Umschalt+N)</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>rows %1 … %2 of %3</source>
        <translation>Zeilen %1 … %2 von %3</translation>
    </message>
    <message>
        <source>columns %1 … %2 of %3</source>
        <translation>Spalten %1 … %2 von %3</translation>
    </message>
    <message>
        <source>In the table: %1. Scroll on or go to an index for the others.</source>
        <translation>In der Tabelle: %1. Für die anderen weiterblättern oder zu einem Index gehen.</translation>
    </message>
    <message>
        <source>“%1” is no index: write one number per axis, such as 0,3,1</source>
        <translation>„%1“ ist kein Index: eine Zahl je Achse schreiben, etwa 0,3,1</translation>
    </message>
    <message>
        <source>Looking for NaN and Inf</source>
        <translation>NaN und Inf werden gesucht</translation>
    </message>
    <message>
        <source>no further NaN or Inf</source>
        <translation>kein weiteres NaN oder Inf</translation>
    </message>
    <message>
        <source>%1 elements are too many to copy: export the tensor</source>
        <translation>%1 Elemente sind zu viele zum Kopieren: Tensor exportieren</translation>
    </message>
    <message>
        <source>Copying elements</source>
        <translation>Elemente kopieren</translation>
    </message>
</context>
<context>
    <name>etscope::ui::EventsPage</name>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Write the timeline for Chrome (chrome://tracing) or Perfetto (ui.perfetto.dev), or this page</source>
        <translation>Zeitachse für Chrome (chrome://tracing) oder Perfetto (ui.perfetto.dev) schreiben, oder diese Seite</translation>
    </message>
    <message>
        <source>Reading runs</source>
        <translation>Läufe werden gelesen</translation>
    </message>
    <message>
        <source>%1 · case %2</source>
        <translation>%1 · Fall %2</translation>
    </message>
    <message>
        <source>there are no events</source>
        <translation>es gibt keine Ereignisse</translation>
    </message>
    <message>
        <source>Trace for Chrome and Perfetto (*.trace.json *.json)</source>
        <translation>Trace für Chrome und Perfetto (*.trace.json *.json)</translation>
    </message>
    <message>
        <source>This page (*.png *.svg *.pdf *.csv *.tsv *.md)</source>
        <translation>Diese Seite (*.png *.svg *.pdf *.csv *.tsv *.md)</translation>
    </message>
    <message>
        <source>Export events</source>
        <translation>Ereignisse exportieren</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>Exportiert nach %1</translation>
    </message>
    <message>
        <source>Not exported: %1</source>
        <translation>Nicht exportiert: %1</translation>
    </message>
    <message>
        <source>Exporting</source>
        <translation>Export läuft</translation>
    </message>
    <message>
        <source>No run is known to be of this method.</source>
        <translation>Von keinem Lauf ist bekannt, dass er zu dieser Methode gehört.</translation>
    </message>
    <message>
        <source>Reading the run</source>
        <translation>Lauf wird gelesen</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>By</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>Instruktion</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Führt aus</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>all %1 of %2</source>
        <translation>alle %1 von %2</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>another run&apos;s files…</source>
        <translation>Dateien eines anderen Laufs…</translation>
    </message>
    <message>
        <source>Compare with the runs of</source>
        <translation>Vergleichen mit den Läufen von</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>runs %1</source>
        <translation>Läufe %1</translation>
    </message>
    <message>
        <source>run %1 · method %2</source>
        <translation>Lauf %1 · Methode %2</translation>
    </message>
</context>
<context>
    <name>etscope::ui::FamilyLegend</name>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>meaning</source>
        <translation>Bedeutung</translation>
    </message>
</context>
<context>
    <name>etscope::ui::FileWatch</name>
    <message>
        <source>Looking for problems</source>
        <translation>Probleme suchen</translation>
    </message>
    <message>
        <source>Looking for changed files</source>
        <translation>Geänderte Dateien suchen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::FilesPage</name>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Joining files</source>
        <translation>Dateien verbinden</translation>
    </message>
    <message>
        <source>%1 by offset</source>
        <translation>%1 nach Offset</translation>
    </message>
    <message>
        <source>%1, of which %2 damaged</source>
        <translation>%1, davon %2 beschädigt</translation>
    </message>
    <message>
        <source>Looking what can be read</source>
        <translation>Suche, was lesbar ist</translation>
    </message>
    <message>
        <source>What can still be answered</source>
        <translation>Was noch beantwortet wird</translation>
    </message>
</context>
<context>
    <name>etscope::ui::FindLine</name>
    <message>
        <source>Find in this page</source>
        <translation>Auf dieser Seite suchen</translation>
    </message>
    <message>
        <source>Find: name, operator, shape, module   %1</source>
        <translation>Suchen: Name, Operator, Form, Modul   %1</translation>
    </message>
    <message numerus="yes">
        <source>%n queries are saved: forget one first.</source>
        <translation>
            <numerusform>%n Suche ist gemerkt: zuerst eine vergessen.</numerusform>
            <numerusform>%n Suchen sind gemerkt: zuerst eine vergessen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Show in the graph</source>
        <translation>Im Graphen zeigen</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>No query is saved: %1 saves the one in the search line</source>
        <translation>Es ist keine Suche gemerkt: %1 merkt die in der Suchzeile</translation>
    </message>
    <message>
        <source>Nothing on this page matches “%1”</source>
        <translation>Nichts auf dieser Seite passt zu „%1“</translation>
    </message>
</context>
<context>
    <name>etscope::ui::FindingHeader</name>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>What was seen</source>
        <translation>Was zu sehen ist</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
</context>
<context>
    <name>etscope::ui::FindingList</name>
    <message>
        <source>Delegates</source>
        <translation>Delegates</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Named data</source>
        <translation>Benannte Daten</translation>
    </message>
    <message>
        <source>Show call</source>
        <translation>Aufruf zeigen</translation>
    </message>
    <message>
        <source>Show values</source>
        <translation>Werte zeigen</translation>
    </message>
    <message>
        <source>Show metadata</source>
        <translation>Metadaten zeigen</translation>
    </message>
    <message>
        <source>Show problem</source>
        <translation>Problem zeigen</translation>
    </message>
    <message>
        <source>Possible cause</source>
        <translation>Mögliche Ursache</translation>
    </message>
    <message>
        <source>Not comparable</source>
        <translation>Nicht vergleichbar</translation>
    </message>
    <message>
        <source>Contradiction</source>
        <translation>Widerspruch</translation>
    </message>
    <message>
        <source>Doubtful</source>
        <translation>Zweifelhaft</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Fehlt</translation>
    </message>
    <message>
        <source>Works</source>
        <translation>Geht</translation>
    </message>
    <message>
        <source>made by %1</source>
        <translation>gemacht von %1</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>Dateien hinzufügen …</translation>
    </message>
    <message>
        <source>Show problems</source>
        <translation>Probleme zeigen</translation>
    </message>
    <message>
        <source>Show constant</source>
        <translation>Konstante zeigen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 correct, %2 not judged</source>
        <translation>%1 richtig, %2 nicht beurteilt</translation>
    </message>
    <message>
        <source>It could not be recomputed on what it read</source>
        <translation>Auf dem, was er gelesen hat, war er nicht nachzurechnen</translation>
    </message>
    <message>
        <source>Recomputed on what it read: its result is wrong</source>
        <translation>Nachgerechnet auf dem Gelesenen: sein Ergebnis ist falsch</translation>
    </message>
    <message>
        <source>Recomputed on what it read: off more than usual</source>
        <translation>Nachgerechnet auf dem Gelesenen: weiter daneben als üblich</translation>
    </message>
    <message>
        <source>Recomputed on what it read, with the program&apos;s constants: correct</source>
        <translation>Nachgerechnet auf dem Gelesenen, mit den Konstanten des Programms: richtig</translation>
    </message>
    <message>
        <source>The calls before it are correct</source>
        <translation>Die Aufrufe vor ihm sind richtig</translation>
    </message>
    <message>
        <source>Calls before it are wrong, too</source>
        <translation>Auch Aufrufe vor ihm sind falsch</translation>
    </message>
    <message>
        <source>Of the calls before it none is wrong</source>
        <translation>Von den Aufrufen vor ihm ist keiner falsch</translation>
    </message>
    <message>
        <source>Its constant is not the record&apos;s</source>
        <translation>Seine Konstante ist nicht die des Records</translation>
    </message>
    <message>
        <source>Constants that were compared equal the record&apos;s</source>
        <translation>Verglichene Konstanten sind gleich denen des Records</translation>
    </message>
    <message>
        <source>The other delegate calls are correct</source>
        <translation>Die anderen Delegate-Aufrufe sind richtig</translation>
    </message>
    <message>
        <source>The other calls of this kernel are correct</source>
        <translation>Die anderen Aufrufe dieses Kernels sind richtig</translation>
    </message>
    <message>
        <source>Other delegate calls are wrong, too</source>
        <translation>Auch andere Delegate-Aufrufe sind falsch</translation>
    </message>
    <message>
        <source>Other calls of this kernel are wrong, too</source>
        <translation>Auch andere Aufrufe dieses Kernels sind falsch</translation>
    </message>
    <message>
        <source>Of the other delegate calls none is wrong</source>
        <translation>Von den anderen Delegate-Aufrufen ist keiner falsch</translation>
    </message>
    <message>
        <source>Of the other calls of this kernel none is wrong</source>
        <translation>Von den anderen Aufrufen dieses Kernels ist keiner falsch</translation>
    </message>
    <message>
        <source>In other runs the call is correct</source>
        <translation>In anderen Läufen ist der Aufruf richtig</translation>
    </message>
    <message>
        <source>In other runs the call is wrong, too</source>
        <translation>Auch in anderen Läufen ist der Aufruf falsch</translation>
    </message>
    <message>
        <source>In no other run the call is wrong</source>
        <translation>In keinem anderen Lauf ist der Aufruf falsch</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>Damaged file</source>
        <translation>Beschädigte Datei</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>CPU fallback</source>
        <translation>CPU-Rückfall</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
</context>
<context>
    <name>etscope::ui::FindingRow</name>
    <message>
        <source>fewer</source>
        <translation>weniger</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
</context>
<context>
    <name>etscope::ui::FlowView</name>
    <message>
        <source>in</source>
        <translation>ein</translation>
    </message>
    <message>
        <source>out</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Flow between methods</source>
        <translation>Fluss zwischen den Methoden</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>Knoten</translation>
    </message>
</context>
<context>
    <name>etscope::ui::FrontChart</name>
    <message>
        <source>Sets of schemes by bytes and effect</source>
        <translation>Sätze von Schemata nach Bytes und Wirkung</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>of the front; click chooses it</source>
        <translation>auf der Front; ein Klick wählt ihn</translation>
    </message>
    <message>
        <source>a smaller set is as good; click chooses it</source>
        <translation>ein kleinerer Satz ist ebenso gut; ein Klick wählt ihn</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Satz</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Front</source>
        <translation>Front</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
</context>
<context>
    <name>etscope::ui::FrontPart</name>
    <message>
        <source>of %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>Bytes against effect</source>
        <translation>Bytes gegen Wirkung</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Evaluated as a set</source>
        <translation>Als Satz ausgewertet</translation>
    </message>
    <message>
        <source>Tokens that stay</source>
        <translation>Token, die bleiben</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>Budget of all weights</source>
        <translation>Budget aller Gewichte</translation>
    </message>
    <message>
        <source>Such as 84 MiB: the best set within it is chosen</source>
        <translation>Etwa 84 MiB: der beste Satz darin wird gewählt</translation>
    </message>
    <message>
        <source>Budget: sets of the front, the smallest first</source>
        <translation>Budget: Sätze der Front, der kleinste zuerst</translation>
    </message>
    <message>
        <source>Limit of the effect</source>
        <translation>Grenze der Wirkung</translation>
    </message>
    <message>
        <source>The smallest set within it is chosen</source>
        <translation>Der kleinste Satz darin wird gewählt</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copied the recipe</source>
        <translation>Das Rezept ist kopiert</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>The recipe as Python</source>
        <translation>Das Rezept als Python</translation>
    </message>
    <message>
        <source>or at most KL</source>
        <translation>oder höchstens KL</translation>
    </message>
    <message>
        <source>or noise ÷ signal at most</source>
        <translation>oder höchstens Rauschen ÷ Signal</translation>
    </message>
    <message>
        <source>being evaluated …</source>
        <translation>wird ausgewertet …</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s), torchao and torch</source>
        <translation>
            <numerusform>%n Zeile, torchao und torch</numerusform>
            <numerusform>%n Zeilen, torchao und torch</numerusform>
        </translation>
    </message>
    <message>
        <source>In this set all weights are as they are: there is nothing to do.</source>
        <translation>In diesem Satz sind alle Gewichte, wie sie sind: Es ist nichts zu tun.</translation>
    </message>
    <message>
        <source>Call quantise(model) before torch.export: what comes out is what was evaluated.</source>
        <translation>Rufen Sie quantise(model) vor torch.export auf: Heraus kommt, was ausgewertet wurde.</translation>
    </message>
    <message>
        <source>The recipe stands here once a set is evaluated.</source>
        <translation>Das Rezept steht hier, sobald ein Satz ausgewertet ist.</translation>
    </message>
    <message>
        <source>The set could not be evaluated: %1</source>
        <translation>Der Satz konnte nicht ausgewertet werden: %1</translation>
    </message>
    <message>
        <source>The recipe stands here once the set is evaluated.</source>
        <translation>Das Rezept steht hier, sobald der Satz ausgewertet ist.</translation>
    </message>
    <message>
        <source>Call quantise(model, cases) in place of the model: it gives the module that torch.export takes; cases are the inputs that its observers see.</source>
        <translation>quantise(model, cases) statt des Modells aufrufen: es gibt das Modul, das torch.export nimmt; cases sind die Eingaben, die seine Beobachter sehen.</translation>
    </message>
    <message>
        <source>Held today</source>
        <translation>Heute gehalten</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>Methoden</translation>
    </message>
    <message>
        <source>Advise on all</source>
        <translation>Rat zu allen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>It is quantised already: a recipe is for the model that it was made of.</source>
        <translation>Er ist schon quantisiert: ein Rezept gilt dem Modell, aus dem er entstand.</translation>
    </message>
    <message>
        <source>%1, worst %2 (case %3)</source>
        <translation>%1, schlechtester %2 (Fall %3)</translation>
    </message>
</context>
<context>
    <name>etscope::ui::GapPage</name>
    <message>
        <source>relative error</source>
        <translation>relativer Fehler</translation>
    </message>
    <message>
        <source>largest |runtime − reference|</source>
        <translation>größtes |Laufzeit − Referenz|</translation>
    </message>
    <message>
        <source>mean |runtime − reference|</source>
        <translation>mittleres |Laufzeit − Referenz|</translation>
    </message>
    <message>
        <source>largest |runtime − reference| ∕ |reference|</source>
        <translation>größtes |Laufzeit − Referenz| ∕ |Referenz|</translation>
    </message>
    <message>
        <source>mean (runtime − reference)²</source>
        <translation>mittleres (Laufzeit − Referenz)²</translation>
    </message>
    <message>
        <source>square root of the mean (runtime − reference)²</source>
        <translation>Wurzel aus dem mittleren (Laufzeit − Referenz)²</translation>
    </message>
    <message>
        <source>Reading runs</source>
        <translation>Läufe werden gelesen</translation>
    </message>
    <message>
        <source>‖runtime − reference‖ ∕ ‖reference‖</source>
        <translation>‖Laufzeit − Referenz‖ ∕ ‖Referenz‖</translation>
    </message>
    <message>
        <source>Judging operators</source>
        <translation>Operatoren beurteilen</translation>
    </message>
    <message>
        <source>max |d|</source>
        <translation>max |d|</translation>
    </message>
    <message>
        <source>mean |d|</source>
        <translation>Mittel |d|</translation>
    </message>
    <message>
        <source>max relative</source>
        <translation>max relativ</translation>
    </message>
    <message>
        <source>MSE</source>
        <translation>MSE</translation>
    </message>
    <message>
        <source>RMSE</source>
        <translation>RMSE</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Maß</translation>
    </message>
    <message>
        <source>Next fault  %1</source>
        <translation>Nächster Fehler  %1</translation>
    </message>
    <message>
        <source>The next call that is at fault itself; where none is known to be, the next outside the tolerance</source>
        <translation>Der nächste Aufruf, der selbst falsch ist; wo keiner bekannt ist, der nächste außerhalb der Toleranz</translation>
    </message>
    <message>
        <source>total error, %1</source>
        <translation>gesamter Fehler, %1</translation>
    </message>
</context>
<context>
    <name>etscope::ui::GapPlot</name>
    <message>
        <source>Error of each call in the order of execution</source>
        <translation>Fehler jedes Aufrufs in der Reihenfolge der Ausführung</translation>
    </message>
    <message>
        <source>instruction, in execution order</source>
        <translation>Instruktion, in der Reihenfolge der Ausführung</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>Instruktion</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>outside the tolerance</source>
        <translation>außerhalb der Toleranz</translation>
    </message>
    <message>
        <source>call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>instruction %1</source>
        <translation>Instruktion %1</translation>
    </message>
    <message>
        <source>tolerance %1</source>
        <translation>Toleranz %1</translation>
    </message>
    <message>
        <source>what rounding alone may add up to</source>
        <translation>was Rundung allein ausmachen darf</translation>
    </message>
    <message>
        <source>own error, × rounding</source>
        <translation>eigener Fehler, × Rundung</translation>
    </message>
    <message>
        <source>own error: not judged</source>
        <translation>eigener Fehler: nicht beurteilt</translation>
    </message>
</context>
<context>
    <name>etscope::ui::GraphBar</name>
    <message>
        <source>Modules</source>
        <translation>Module</translation>
    </message>
    <message>
        <source>Group by module</source>
        <translation>Nach Modulen gruppieren</translation>
    </message>
    <message>
        <source>Flat</source>
        <translation>Flach</translation>
    </message>
    <message>
        <source>One graph without groups</source>
        <translation>Ein Graph ohne Gruppen</translation>
    </message>
    <message>
        <source>Fold patterns</source>
        <translation>Muster falten</translation>
    </message>
    <message>
        <source>Show runs that mean one thing as one item (P)</source>
        <translation>Folgen, die eines bedeuten, als einen Eintrag zeigen (P)</translation>
    </message>
    <message>
        <source>Top down (L)</source>
        <translation>Von oben nach unten (L)</translation>
    </message>
    <message>
        <source>Left to right (L)</source>
        <translation>Von links nach rechts (L)</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>Verfolgen</translation>
    </message>
    <message>
        <source>Dim what neither feeds nor follows the selection (U up, D down, Esc ends)</source>
        <translation>Dimmen, was die Auswahl weder speist noch ihr folgt (U auf, D ab, Esc beendet)</translation>
    </message>
    <message>
        <source>Another graph beside this one (V, middle click)</source>
        <translation>Weiterer Graph neben diesem (V, mittlere Taste)</translation>
    </message>
    <message>
        <source>What the bar has no room for</source>
        <translation>Wofür die Leiste keinen Platz hat</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Smaller (−)</source>
        <translation>Kleiner (−)</translation>
    </message>
    <message>
        <source>Larger (+)</source>
        <translation>Größer (+)</translation>
    </message>
    <message>
        <source>Fit all (F)</source>
        <translation>Alles einpassen (F)</translation>
    </message>
    <message>
        <source>Export the whole graph (the menu of the canvas exports what is in view)</source>
        <translation>Ganzen Graphen exportieren (das Menü der Fläche exportiert den sichtbaren Teil)</translation>
    </message>
</context>
<context>
    <name>etscope::ui::GraphCanvas</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n Knoten</numerusform>
            <numerusform>%n Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in, %2 out</source>
        <translation>%1 ein, %2 aus</translation>
    </message>
    <message>
        <source>Drag the ends; a double click shows all amounts</source>
        <translation>Die Enden ziehen; ein Doppelklick zeigt alle Werte</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>%1 to %2; Left and Right move the lower end, with Shift the upper one; Home shows all</source>
        <translation>%1 bis %2; Links und Rechts bewegen das untere Ende, mit Umschalt das obere; Pos1 zeigt alles</translation>
    </message>
    <message>
        <source>Map of the graph</source>
        <translation>Karte des Graphen</translation>
    </message>
    <message>
        <source>The arrow keys move what is in view; Home shows all of it</source>
        <translation>Die Pfeiltasten bewegen den Ausschnitt; Pos1 zeigt alles</translation>
    </message>
    <message>
        <source>Amounts that the colours tell apart</source>
        <translation>Mengen, die die Farben unterscheiden</translation>
    </message>
    <message>
        <source>click goes to where it is made</source>
        <translation>Klick führt dorthin, wo es entsteht</translation>
    </message>
</context>
<context>
    <name>etscope::ui::GraphColours</name>
    <message>
        <source>Colouring the graph</source>
        <translation>Graph wird gefärbt</translation>
    </message>
    <message>
        <source>Colour by a file</source>
        <translation>Nach einer Datei färben</translation>
    </message>
    <message>
        <source>Values (*.csv *.tsv *.json)</source>
        <translation>Werte (*.csv *.tsv *.json)</translation>
    </message>
    <message>
        <source>Thresholds of the overlay</source>
        <translation>Schwellen des Overlays</translation>
    </message>
    <message>
        <source>Least and largest amount; empty: all</source>
        <translation>Kleinster und größter Wert; leer: alle</translation>
    </message>
</context>
<context>
    <name>etscope::ui::GraphExport</name>
    <message>
        <source>Export graph</source>
        <translation>Graph exportieren</translation>
    </message>
    <message>
        <source>%1 is written</source>
        <translation>%1 ist geschrieben</translation>
    </message>
    <message>
        <source>there is no graph to write</source>
        <translation>es gibt keinen Graphen zu schreiben</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>%1 wird geschrieben</translation>
    </message>
</context>
<context>
    <name>etscope::ui::GraphMarks</name>
    <message>
        <source>Finding what saved queries match</source>
        <translation>Treffer gemerkter Suchen werden gesucht</translation>
    </message>
    <message>
        <source>Judging modules</source>
        <translation>Module werden beurteilt</translation>
    </message>
    <message>
        <source>Decoding delegates</source>
        <translation>Delegates werden dekodiert</translation>
    </message>
    <message>
        <source>No graph is shown.</source>
        <translation>Es wird kein Graph gezeigt.</translation>
    </message>
    <message>
        <source>It is not known what is at fault.</source>
        <translation>Es ist nicht bekannt, was schuld ist.</translation>
    </message>
    <message>
        <source>Nothing is known of the calls of this stage.</source>
        <translation>Von den Aufrufen dieser Stufe ist nichts bekannt.</translation>
    </message>
    <message>
        <source>No operator of this stage is at fault.</source>
        <translation>Kein Operator dieser Stufe ist schuld.</translation>
    </message>
</context>
<context>
    <name>etscope::ui::GraphPane</name>
    <message>
        <source>No graph is shown.</source>
        <translation>Es wird kein Graph gezeigt.</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>Es ist nichts ausgewählt.</translation>
    </message>
    <message>
        <source>Select one operator, then another.</source>
        <translation>Einen Operator auswählen, dann einen zweiten.</translation>
    </message>
    <message>
        <source>Nothing was searched for.</source>
        <translation>Es wurde nichts gesucht.</translation>
    </message>
    <message>
        <source>There is nothing inside.</source>
        <translation>Es ist nichts darin.</translation>
    </message>
    <message>
        <source>this delegate has no graph that can be shown</source>
        <translation>dieses Delegate hat keinen Graphen, der gezeigt werden kann</translation>
    </message>
    <message>
        <source>Show in</source>
        <translation>Zeigen in</translation>
    </message>
    <message>
        <source>Collapse</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Expand</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Hide stubs</source>
        <translation>Stubs ausblenden</translation>
    </message>
    <message>
        <source>Show stubs</source>
        <translation>Stubs zeigen</translation>
    </message>
    <message>
        <source>Colour by a file…</source>
        <translation>Nach einer Datei färben…</translation>
    </message>
    <message>
        <source>Thresholds of the overlay…</source>
        <translation>Schwellen des Overlays…</translation>
    </message>
    <message>
        <source>The overlay tells no amounts.</source>
        <translation>Das Overlay hat keine Größen.</translation>
    </message>
    <message>
        <source>Export whole graph…</source>
        <translation>Ganzen Graphen exportieren…</translation>
    </message>
    <message>
        <source>Export what is in view…</source>
        <translation>Sichtbaren Teil exportieren…</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Group by module</source>
        <translation>Nach Modulen gruppieren</translation>
    </message>
    <message>
        <source>Fold patterns</source>
        <translation>Muster falten</translation>
    </message>
    <message>
        <source>Fold repeated blocks</source>
        <translation>Wiederholte Blöcke falten</translation>
    </message>
    <message>
        <source>Hide getitem and no-ops</source>
        <translation>getitem und No-ops ausblenden</translation>
    </message>
    <message>
        <source>Left to right</source>
        <translation>Von links nach rechts</translation>
    </message>
    <message>
        <source>Another graph beside this one</source>
        <translation>Weiterer Graph neben diesem</translation>
    </message>
    <message>
        <source>Select an operator.</source>
        <translation>Einen Operator auswählen.</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>Namen kopieren</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Copy as</source>
        <translation>Kopieren als</translation>
    </message>
    <message>
        <source>TSV</source>
        <translation>TSV</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Reading the graph</source>
        <translation>Graph wird gelesen</translation>
    </message>
    <message>
        <source>Laying out</source>
        <translation>Graph wird angeordnet</translation>
    </message>
    <message>
        <source>This graph has no operators, inputs or outputs.</source>
        <translation>Dieser Graph hat keine Operatoren, Eingaben oder Ausgaben.</translation>
    </message>
    <message>
        <source>No graph</source>
        <translation>Kein Graph</translation>
    </message>
    <message>
        <source>No file of this session holds a graph.</source>
        <translation>Keine Datei dieser Sitzung enthält einen Graphen.</translation>
    </message>
    <message>
        <source>An empty graph</source>
        <translation>Ein leerer Graph</translation>
    </message>
    <message>
        <source>Compare values</source>
        <translation>Werte vergleichen</translation>
    </message>
    <message>
        <source>Add an ETRecord, a program (.pte or JSON) or a .pt2 archive.</source>
        <translation>Ein ETRecord, ein Programm (.pte oder JSON) oder ein .pt2-Archiv hinzufügen.</translation>
    </message>
    <message>
        <source>Shrink…</source>
        <translation>Verkleinern…</translation>
    </message>
    <message>
        <source>Mend…</source>
        <translation>Beheben…</translation>
    </message>
</context>
<context>
    <name>etscope::ui::GraphTrace</name>
    <message numerus="yes">
        <source>%n step(s) up</source>
        <translation>
            <numerusform>%n Schritt aufwärts</numerusform>
            <numerusform>%n Schritte aufwärts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) down</source>
        <translation>
            <numerusform>%n Schritt abwärts</numerusform>
            <numerusform>%n Schritte abwärts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n node(s)</source>
        <translation>
            <numerusform>%1: %n Knoten</numerusform>
            <numerusform>%1: %n Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>no way leads from one to the other</source>
        <translation>kein Weg führt vom einen zum anderen</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>Verfolgen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::HeatPlot</name>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>1 px = max of %1</source>
        <translation>1 px = Maximum von %1</translation>
    </message>
    <message>
        <source>1 px = mean of %1</source>
        <translation>1 px = Mittel von %1</translation>
    </message>
    <message>
        <source>%1, NaN or Inf</source>
        <translation>%1, NaN oder Inf</translation>
    </message>
    <message>
        <source>|difference| %1</source>
        <translation>|Differenz| %1</translation>
    </message>
    <message>
        <source>index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>|difference|</source>
        <translation>|Differenz|</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>nicht endlich</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>|d| ÷ tolerance</source>
        <translation>|d| ÷ Toleranz</translation>
    </message>
    <message>
        <source>up to 1 passes</source>
        <translation>bis 1 besteht</translation>
    </message>
    <message>
        <source>|d| ÷ tolerance %1</source>
        <translation>|d| ÷ Toleranz %1</translation>
    </message>
</context>
<context>
    <name>etscope::ui::HeatView</name>
    <message>
        <source>nothing to draw</source>
        <translation>nichts zu zeichnen</translation>
    </message>
    <message>
        <source>computing …</source>
        <translation>wird berechnet …</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
</context>
<context>
    <name>etscope::ui::HistogramView</name>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <source>%1 elements</source>
        <translation>%1 Elemente</translation>
    </message>
    <message>
        <source>line: %1</source>
        <translation>Linie: %1</translation>
    </message>
    <message>
        <source>no finite values</source>
        <translation>keine endlichen Werte</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>line</source>
        <translation>Linie</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ImageStrip</name>
    <message>
        <source>Image of this prompt</source>
        <translation>Bild dieses Prompts</translation>
    </message>
    <message>
        <source>Looking for pictures</source>
        <translation>Suche nach Bildern</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>%1, case %2</source>
        <translation>%1, Fall %2</translation>
    </message>
    <message>
        <source>shown as %1: %2</source>
        <translation>gezeigt als %1: %2</translation>
    </message>
    <message>
        <source>Values %1 … %2, mean %3</source>
        <translation>Werte %1 … %2, Mittel %3</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) are no finite numbers</source>
        <translation>
            <numerusform>%n Wert ist keine endliche Zahl</numerusform>
            <numerusform>%n Werte sind keine endlichen Zahlen</numerusform>
        </translation>
    </message>
    <message>
        <source>All values are %1</source>
        <translation>Alle Werte sind %1</translation>
    </message>
    <message>
        <source>Equal to the one in %1</source>
        <translation>Gleich dem in %1</translation>
    </message>
    <message>
        <source>Another one in %1</source>
        <translation>Ein anderes in %1</translation>
    </message>
    <message>
        <source>example input from the export, not from this case</source>
        <translation>Beispieleingabe des Exports, nicht aus diesem Fall</translation>
    </message>
    <message>
        <source>An input of this very case</source>
        <translation>Eine Eingabe genau dieses Falls</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>This prompt’s: inferred from the order of runs and cases</source>
        <translation>Dieses Prompts: aus der Reihenfolge von Läufen und Fällen geschlossen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::Inspector</name>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>no file of this session has any for it</source>
        <translation>keine Datei dieser Sitzung hat welche dafür</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>none</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Runtime</source>
        <translation>Laufzeit</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Per method, the numbers of the raw outputs in ascending order are its cases 0, 1, 2, …</source>
        <translation>Je Methode sind die Nummern der rohen Ausgaben in aufsteigender Folge ihre Fälle 0, 1, 2, …</translation>
    </message>
    <message>
        <source>Source line</source>
        <translation>Quellzeile</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Delegate</source>
        <translation>Delegate</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>%1 at %2, %3</source>
        <translation>%1 bei %2, %3</translation>
    </message>
    <message>
        <source>show bytes</source>
        <translation>Bytes zeigen</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>Payload</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Kommandos</translation>
    </message>
    <message>
        <source>show listing</source>
        <translation>Listing zeigen</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message numerus="yes">
        <source>%n constant(s)</source>
        <translation>
            <numerusform>%n Konstante</numerusform>
            <numerusform>%n Konstanten</numerusform>
        </translation>
    </message>
    <message>
        <source>File inside</source>
        <translation>Datei darin</translation>
    </message>
    <message>
        <source>open in a window of its own</source>
        <translation>in eigenem Fenster öffnen</translation>
    </message>
    <message>
        <source>Elsewhere</source>
        <translation>Anderswo</translation>
    </message>
    <message>
        <source>Made by</source>
        <translation>Erzeugt von</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>Benutzt von</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>Darin</translation>
    </message>
    <message>
        <source>Part of</source>
        <translation>Teil von</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Named data</source>
        <translation>Benannte Daten</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s), %1</source>
        <translation>
            <numerusform>%n Tensor, %1</numerusform>
            <numerusform>%n Tensoren, %1</numerusform>
        </translation>
    </message>
    <message>
        <source>bytes not known</source>
        <translation>Bytes nicht bekannt</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>no run tells</source>
        <translation>kein Lauf sagt es</translation>
    </message>
    <message>
        <source>some calls run operators outside it, too</source>
        <translation>manche Aufrufe führen auch Operatoren außerhalb aus</translation>
    </message>
    <message>
        <source>Largest error</source>
        <translation>Größter Fehler</translation>
    </message>
    <message>
        <source>nothing of it was compared</source>
        <translation>nichts davon wurde verglichen</translation>
    </message>
    <message>
        <source>Like</source>
        <translation>Wie</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>output %1</source>
        <translation>Ausgabe %1</translation>
    </message>
    <message>
        <source>the graph has no such output</source>
        <translation>der Graph hat keine solche Ausgabe</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>the stage has no such value</source>
        <translation>die Stufe hat keinen solchen Wert</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Is</source>
        <translation>Ist</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Segment</source>
        <translation>Segment</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>Offset</translation>
    </message>
    <message>
        <source>Hidden by</source>
        <translation>Verdeckt von</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>no file of the session has this key</source>
        <translation>keine Datei der Sitzung hat diesen Schlüssel</translation>
    </message>
    <message>
        <source>run %1, event %2</source>
        <translation>Lauf %1, Ereignis %2</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>the session has no such run</source>
        <translation>die Sitzung hat keinen solchen Lauf</translation>
    </message>
    <message>
        <source>the run has no such event</source>
        <translation>der Lauf hat kein solches Ereignis</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>this names no region</source>
        <translation>das benennt keinen Bereich</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Besitzer</translation>
    </message>
    <message>
        <source>no region of a file begins there</source>
        <translation>dort beginnt kein Bereich einer Datei</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… und %1 weitere</translation>
    </message>
    <message>
        <source>Belongs together</source>
        <translation>Gehört zusammen</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n Tensor</numerusform>
            <numerusform>%n Tensoren</numerusform>
        </translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>Konstanten</translation>
    </message>
    <message>
        <source>Of the program</source>
        <translation>Des Programms</translation>
    </message>
    <message>
        <source>Of delegates</source>
        <translation>Der Delegates</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>Not used</source>
        <translation>Unbenutzt</translation>
    </message>
    <message>
        <source>Nothing is open</source>
        <translation>Nichts geöffnet</translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <translation>Nichts ausgewählt</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>Kette</translation>
    </message>
    <message>
        <source>%1 of %2 links</source>
        <translation>%1 von %2 Gliedern</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>Was falsch ist</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>Einträge</translation>
    </message>
    <message>
        <source>Files inside</source>
        <translation>Dateien darin</translation>
    </message>
    <message>
        <source>in</source>
        <translation>ein</translation>
    </message>
    <message>
        <source>out</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Signature</source>
        <translation>Signatur</translation>
    </message>
    <message>
        <source>%1 in · %2 out</source>
        <translation>%1 ein · %2 aus</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n Knoten</numerusform>
            <numerusform>%n Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stufen</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s)</source>
        <translation>
            <numerusform>%n Aufruf</numerusform>
            <numerusform>%n Aufrufe</numerusform>
        </translation>
    </message>
    <message>
        <source>Delegation</source>
        <translation>Delegation</translation>
    </message>
    <message>
        <source>References</source>
        <translation>Referenzen</translation>
    </message>
    <message numerus="yes">
        <source>%n case(s)</source>
        <translation>
            <numerusform>%n Fall</numerusform>
            <numerusform>%n Fälle</numerusform>
        </translation>
    </message>
    <message>
        <source>none in this session</source>
        <translation>keine in dieser Sitzung</translation>
    </message>
    <message>
        <source>Doubt</source>
        <translation>Zweifel</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>absent</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>Read by</source>
        <translation>Gelesen von</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>Quantisation</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <source>Scales</source>
        <translation>Skalen</translation>
    </message>
    <message>
        <source>First scale</source>
        <translation>Erste Skala</translation>
    </message>
    <message>
        <source>First zero point</source>
        <translation>Erster Nullpunkt</translation>
    </message>
    <message>
        <source>%1, %2, output %3</source>
        <translation>%1, %2, Ausgabe %3</translation>
    </message>
    <message>
        <source>Pairing</source>
        <translation>Paarung</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>What it means</source>
        <translation>Was es bedeutet</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>Attribute</translation>
    </message>
    <message>
        <source>this node</source>
        <translation>dieser Knoten</translation>
    </message>
    <message>
        <source>debug handle %1</source>
        <translation>Debug-Handle %1</translation>
    </message>
    <message>
        <source>only an ETRecord tells it</source>
        <translation>nur ein ETRecord sagt es</translation>
    </message>
    <message>
        <source>Exported</source>
        <translation>Exportiert</translation>
    </message>
    <message>
        <source>the record has no exported program of this method</source>
        <translation>der Record hat kein exportiertes Programm dieser Methode</translation>
    </message>
    <message>
        <source>Edge node</source>
        <translation>Edge-Knoten</translation>
    </message>
    <message>
        <source>no edge node carries its debug handle</source>
        <translation>kein Edge-Knoten trägt sein Debug-Handle</translation>
    </message>
    <message>
        <source>the call was made from these; the backend gave no ids that tell which</source>
        <translation>der Aufruf entstand aus diesen; das Backend gab keine IDs an, die sagen, aus welchem</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Instruktion</translation>
    </message>
    <message>
        <source>it calls this delegate</source>
        <translation>sie ruft dieses Delegate</translation>
    </message>
    <message>
        <source>the node has no debug handle</source>
        <translation>der Knoten hat kein Debug-Handle</translation>
    </message>
    <message>
        <source>runs outside delegates</source>
        <translation>läuft außerhalb von Delegates</translation>
    </message>
    <message>
        <source>its instruction calls none</source>
        <translation>seine Instruktion ruft keines</translation>
    </message>
    <message>
        <source>a program (.pte) would tell</source>
        <translation>ein Programm (.pte) würde es sagen</translation>
    </message>
    <message>
        <source>no instruction is recorded for the node</source>
        <translation>für den Knoten ist keine Instruktion aufgezeichnet</translation>
    </message>
    <message>
        <source>the instruction calls it</source>
        <translation>die Instruktion ruft es</translation>
    </message>
    <message>
        <source>Delegate op</source>
        <translation>Delegate-Op</translation>
    </message>
    <message>
        <source>debug handle that the delegate&apos;s node carries</source>
        <translation>Debug-Handle, das der Knoten des Delegates trägt</translation>
    </message>
    <message>
        <source>delegate debug id</source>
        <translation>Debug-ID des Delegates</translation>
    </message>
    <message>
        <source>the backend gave no ids</source>
        <translation>das Backend gab keine IDs an</translation>
    </message>
    <message>
        <source>no node inside names it: fused, or left out</source>
        <translation>kein Knoten darin nennt ihn: fusioniert oder weggelassen</translation>
    </message>
    <message>
        <source>an ETDump would fill this</source>
        <translation>ein ETDump würde dies füllen</translation>
    </message>
    <message>
        <source>Runtime value</source>
        <translation>Laufzeitwert</translation>
    </message>
    <message>
        <source>an ETDump with its debug buffer would fill this</source>
        <translation>ein ETDump mit seinem Debug-Puffer würde dies füllen</translation>
    </message>
    <message numerus="yes">
        <source>no event of its instruction in %n run(s)</source>
        <translation>
            <numerusform>kein Ereignis seiner Instruktion in %n Lauf</numerusform>
            <numerusform>kein Ereignis seiner Instruktion in %n Läufen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>events of its instruction in %n run(s); ticks taken as ns</source>
        <translation>
            <numerusform>Ereignisse seiner Instruktion in %n Lauf; Ticks gelten als ns</numerusform>
            <numerusform>Ereignisse seiner Instruktion in %n Läufen; Ticks gelten als ns</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing was logged for its instruction</source>
        <translation>für seine Instruktion wurde nichts aufgezeichnet</translation>
    </message>
    <message>
        <source>logged by its instruction in run %1</source>
        <translation>von seiner Instruktion in Lauf %1 aufgezeichnet</translation>
    </message>
    <message>
        <source>and more</source>
        <translation>und weitere</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>ein Wert</translation>
    </message>
    <message>
        <source>of this node in %1</source>
        <translation>dieses Knotens in %1</translation>
    </message>
    <message>
        <source>none recorded</source>
        <translation>keine aufgezeichnet</translation>
    </message>
    <message>
        <source>values keyed by node or handle (.npz, .pt), or a second run, would fill this</source>
        <translation>Werte je Knoten oder Handle (.npz, .pt) oder ein zweiter Lauf würden dies füllen</translation>
    </message>
    <message>
        <source>%1 has no value of this node or its call</source>
        <translation>%1 hat keinen Wert dieses Knotens oder seines Aufrufs</translation>
    </message>
    <message>
        <source>the runtime against the right result on what it read</source>
        <translation>die Laufzeit gegen das richtige Ergebnis auf dem, was sie las</translation>
    </message>
    <message>
        <source>the program&apos;s constants against the record&apos;s</source>
        <translation>die Konstanten des Programms gegen die des Records</translation>
    </message>
    <message>
        <source>what its inputs already carried</source>
        <translation>was seine Eingaben schon mitbrachten</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Of the call</source>
        <translation>Des Aufrufs</translation>
    </message>
    <message>
        <source>run %1, reference %2</source>
        <translation>Lauf %1, Referenz %2</translation>
    </message>
    <message>
        <source>Judging the operator</source>
        <translation>Operator wird beurteilt</translation>
    </message>
    <message>
        <source>Where the error comes from</source>
        <translation>Woher der Fehler kommt</translation>
    </message>
    <message>
        <source>Computed</source>
        <translation>Berechnet</translation>
    </message>
    <message>
        <source>%1, held against run %2</source>
        <translation>%1, Lauf %2 gegenübergestellt</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>Gespeichert</translation>
    </message>
    <message numerus="yes">
        <source>%n times, equal bytes</source>
        <translation>
            <numerusform>%n-mal, gleiche Bytes</numerusform>
            <numerusform>%n-mal, gleiche Bytes</numerusform>
        </translation>
    </message>
    <message>
        <source>once, shared</source>
        <translation>einmal, geteilt</translation>
    </message>
    <message>
        <source>one copy would save %1</source>
        <translation>eine Kopie würde %1 sparen</translation>
    </message>
    <message>
        <source>saves %1</source>
        <translation>spart %1</translation>
    </message>
    <message>
        <source>read by no method</source>
        <translation>von keiner Methode gelesen</translation>
    </message>
    <message>
        <source>%1, delegate %2</source>
        <translation>%1, Delegate %2</translation>
    </message>
    <message>
        <source>%1, the plan</source>
        <translation>%1, der Plan</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>Kopie %1</translation>
    </message>
    <message>
        <source>The row over all steps, of normal</source>
        <translation>Die Zeile über alle Schritte, vom Normalen</translation>
    </message>
    <message>
        <source>case %1</source>
        <translation>Fall %1</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n Token</numerusform>
            <numerusform>%n Token</numerusform>
        </translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Own error</source>
        <translation>Eigener Fehler</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n compared</source>
        <translation>
            <numerusform>%1 von %n verglichen</numerusform>
            <numerusform>%1 von %n verglichen</numerusform>
        </translation>
    </message>
    <message>
        <source>Compare values</source>
        <translation>Werte vergleichen</translation>
    </message>
    <message>
        <source>Show in graph</source>
        <translation>Im Graphen zeigen</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weiterer</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>places %1 … %2 are wrong</source>
        <translation>Plätze %1 … %2 sind falsch</translation>
    </message>
    <message>
        <source>First wrong</source>
        <translation>Zuerst falsch</translation>
    </message>
    <message>
        <source>Worst</source>
        <translation>Schlimmste</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>max |d| %1</source>
        <translation>max. |d| %1</translation>
    </message>
    <message>
        <source>outside the tolerance</source>
        <translation>außerhalb der Toleranz</translation>
    </message>
    <message>
        <source>within the tolerance</source>
        <translation>innerhalb der Toleranz</translation>
    </message>
    <message>
        <source>own</source>
        <translation>eigen</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>Konstante</translation>
    </message>
    <message>
        <source>by input</source>
        <translation>durch Eingang</translation>
    </message>
    <message>
        <source>by cache</source>
        <translation>durch Cache</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1, Schritt %2</translation>
    </message>
    <message>
        <source>This cell</source>
        <translation>Diese Zelle</translation>
    </message>
    <message>
        <source>The layers of this method have not been compared step by step yet.</source>
        <translation>Die Schichten dieser Methode wurden noch nicht Schritt für Schritt verglichen.</translation>
    </message>
    <message>
        <source>Operators in this cell</source>
        <translation>Operatoren in dieser Zelle</translation>
    </message>
    <message>
        <source>Caches read by this layer</source>
        <translation>Caches, die diese Schicht liest</translation>
    </message>
    <message>
        <source>%1 over all steps</source>
        <translation>%1 über alle Schritte</translation>
    </message>
    <message>
        <source>This step over all rows</source>
        <translation>Dieser Schritt über alle Zeilen</translation>
    </message>
    <message>
        <source>%1, %2 %3</source>
        <translation>%1, %2 %3</translation>
    </message>
    <message>
        <source>Sharing</source>
        <translation>Teilung</translation>
    </message>
    <message>
        <source>hidden by another file</source>
        <translation>von einer anderen Datei verdeckt</translation>
    </message>
    <message numerus="yes">
        <source>stored %n time(s)</source>
        <translation>
            <numerusform>%n Mal gespeichert</numerusform>
            <numerusform>%n Mal gespeichert</numerusform>
        </translation>
    </message>
    <message>
        <source>shared</source>
        <translation>geteilt</translation>
    </message>
    <message>
        <source>no name</source>
        <translation>kein Name</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Identität</translation>
    </message>
    <message>
        <source>in the record</source>
        <translation>im Record</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <source>by one reader alone, once</source>
        <translation>für einen Leser allein, einmal</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>none that is known</source>
        <translation>keiner, der bekannt ist</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>%1 % of the file</source>
        <translation>%1 % der Datei</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>Module</translation>
    </message>
    <message>
        <source>In the method</source>
        <translation>In der Methode</translation>
    </message>
    <message>
        <source>Called by</source>
        <translation>Aufgerufen von</translation>
    </message>
    <message>
        <source>no instruction</source>
        <translation>keine Instruktion</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n node(s)</source>
        <translation>
            <numerusform>%1 von %n Knoten</numerusform>
            <numerusform>%1 von %n Knoten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>median of %n call(s), %1 of the method</source>
        <translation>
            <numerusform>Median von %n Aufruf, %1 der Methode</numerusform>
            <numerusform>Median von %n Aufrufen, %1 der Methode</numerusform>
        </translation>
    </message>
    <message>
        <source>delegate of %1</source>
        <translation>Delegate von %1</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>output of the graph</source>
        <translation>Ausgabe des Graphen</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>named data</source>
        <translation>benannte Daten</translation>
    </message>
    <message>
        <source>region of a file</source>
        <translation>Bereich einer Datei</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>delegate</source>
        <translation>Delegate</translation>
    </message>
    <message>
        <source>value of the memory plan</source>
        <translation>Wert des Speicherplans</translation>
    </message>
    <message>
        <source>case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>Instruktion</translation>
    </message>
    <message>
        <source>there is no such thing in this session</source>
        <translation>so etwas gibt es in dieser Sitzung nicht</translation>
    </message>
    <message>
        <source>output %1, %2</source>
        <translation>Ausgabe %1, %2</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>the session has no such file</source>
        <translation>die Sitzung hat keine solche Datei</translation>
    </message>
    <message>
        <source>Where its bytes go</source>
        <translation>Wohin die Bytes gehen</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>Größen</translation>
    </message>
    <message>
        <source>Joined</source>
        <translation>Verbunden</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Cases and runs</source>
        <translation>Fälle und Läufe</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>Differ</source>
        <translation>Weichen ab</translation>
    </message>
    <message>
        <source>method %1 of %2</source>
        <translation>Methode %1 von %2</translation>
    </message>
    <message>
        <source>the session has no such method</source>
        <translation>die Sitzung hat keine solche Methode</translation>
    </message>
    <message>
        <source>stage of %1</source>
        <translation>Stufe von %1</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>In the runs</source>
        <translation>In den Läufen</translation>
    </message>
    <message>
        <source>instruction %1</source>
        <translation>Instruktion %1</translation>
    </message>
    <message>
        <source>Method by</source>
        <translation>Methode nach</translation>
    </message>
    <message>
        <source>Case by</source>
        <translation>Fall nach</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Max |d|</source>
        <translation>Max |d|</translation>
    </message>
    <message>
        <source>SNR, dB</source>
        <translation>SNR, dB</translation>
    </message>
    <message>
        <source>Mismatched</source>
        <translation>Abweichende</translation>
    </message>
    <message>
        <source>the method has no outputs of that case</source>
        <translation>die Methode hat keine Ausgaben dieses Falls</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Fed the run</source>
        <translation>Speiste den Lauf</translation>
    </message>
    <message>
        <source>the session has no such problem any more</source>
        <translation>die Sitzung hat dieses Problem nicht mehr</translation>
    </message>
    <message>
        <source>What it is for</source>
        <translation>Wozu es dient</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Nummer</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>Verglichen</translation>
    </message>
    <message>
        <source>output 0 against its reference</source>
        <translation>Ausgabe 0 gegen ihre Referenz</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Logged values</source>
        <translation>Aufgezeichnete Werte</translation>
    </message>
    <message>
        <source>in its run</source>
        <translation>in seinem Lauf</translation>
    </message>
    <message>
        <source>delegate %1 of %2</source>
        <translation>Delegate %1 von %2</translation>
    </message>
    <message>
        <source>the record&apos;s by %1</source>
        <translation>der des Records nach %1</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>nicht verglichen</translation>
    </message>
    <message>
        <source>Differs</source>
        <translation>Weicht ab</translation>
    </message>
    <message>
        <source>the program&apos;s against the record&apos;s</source>
        <translation>der des Programms gegen den des Records</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>no weight of the program, its delegates or external data has these contents</source>
        <translation>kein Gewicht des Programms, seiner Delegates oder externer Daten hat diesen Inhalt</translation>
    </message>
    <message>
        <source>In the program</source>
        <translation>Im Programm</translation>
    </message>
    <message>
        <source>this tensor is not in the session any more</source>
        <translation>dieser Tensor ist nicht mehr in der Sitzung</translation>
    </message>
    <message>
        <source>before the first instruction</source>
        <translation>vor der ersten Instruktion</translation>
    </message>
    <message>
        <source>after the last instruction</source>
        <translation>nach der letzten Instruktion</translation>
    </message>
    <message>
        <source>Arena</source>
        <translation>Arena</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>%1 % of the arena</source>
        <translation>%1 % der Arena</translation>
    </message>
    <message>
        <source>Lives from</source>
        <translation>Lebt ab</translation>
    </message>
    <message>
        <source>Lives to</source>
        <translation>Lebt bis</translation>
    </message>
    <message>
        <source>Lives</source>
        <translation>Lebt</translation>
    </message>
    <message>
        <source>no instruction, input or output names it</source>
        <translation>keine Instruktion, Eingabe oder Ausgabe nennt ihn</translation>
    </message>
    <message>
        <source>At the peak</source>
        <translation>Beim Höchststand</translation>
    </message>
    <message>
        <source>live</source>
        <translation>lebendig</translation>
    </message>
    <message>
        <source>not live</source>
        <translation>nicht lebendig</translation>
    </message>
    <message>
        <source>%1 at 0/%2</source>
        <translation>%1 bei 0/%2</translation>
    </message>
    <message>
        <source>it ends behind its arena</source>
        <translation>es endet hinter seiner Arena</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>Lage</translation>
    </message>
    <message>
        <source>behind its arena</source>
        <translation>hinter seiner Arena</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>none: the caller gives it</source>
        <translation>keiner: der Aufrufer gibt ihn</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>Familie</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>show among the others</source>
        <translation>unter den anderen zeigen</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 wird gelesen</translation>
    </message>
    <message>
        <source>Position %1</source>
        <translation>Position %1</translation>
    </message>
    <message>
        <source>Lead</source>
        <translation>Vorsprung</translation>
    </message>
    <message>
        <source>of the reference&apos;s token</source>
        <translation>des Tokens der Referenz</translation>
    </message>
    <message>
        <source>of the logits, at most</source>
        <translation>der Logits, höchstens</translation>
    </message>
    <message>
        <source>KL divergence</source>
        <translation>KL-Divergenz</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>Entropie</translation>
    </message>
    <message>
        <source>%1 nat, runtime %2</source>
        <translation>%1 nat, Laufzeit %2</translation>
    </message>
    <message>
        <source>Same in top 5</source>
        <translation>Gleich in den ersten 5</translation>
    </message>
    <message>
        <source>%1 of 5</source>
        <translation>%1 von 5</translation>
    </message>
    <message>
        <source>Same in top 10</source>
        <translation>Gleich in den ersten 10</translation>
    </message>
    <message>
        <source>%1 of 10</source>
        <translation>%1 von 10</translation>
    </message>
    <message>
        <source>Token agrees</source>
        <translation>Token gleich</translation>
    </message>
    <message>
        <source>%1 of %2, %3 %</source>
        <translation>%1 von %2, %3 %</translation>
    </message>
    <message>
        <source>KL, mean</source>
        <translation>KL, Mittel</translation>
    </message>
    <message>
        <source>KL, worst</source>
        <translation>KL, schlechteste</translation>
    </message>
    <message>
        <source>%1 nat at position %2</source>
        <translation>%1 nat an Position %2</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexität</translation>
    </message>
    <message>
        <source>%1, runtime %2</source>
        <translation>%1, Laufzeit %2</translation>
    </message>
    <message>
        <source>of the tokens that follow</source>
        <translation>der Token, die folgen</translation>
    </message>
    <message>
        <source>How sure was the reference?</source>
        <translation>Wie sicher war die Referenz?</translation>
    </message>
    <message>
        <source>lead %1</source>
        <translation>Vorsprung %1</translation>
    </message>
    <message>
        <source>All positions</source>
        <translation>Alle Positionen</translation>
    </message>
    <message>
        <source>In the other cases</source>
        <translation>In den anderen Fällen</translation>
    </message>
    <message>
        <source>First divergence</source>
        <translation>Erste Abweichung</translation>
    </message>
    <message>
        <source>Reading tokens</source>
        <translation>Token werden gelesen</translation>
    </message>
    <message>
        <source>With</source>
        <translation>Mit</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Strides</source>
        <translation>Strides</translation>
    </message>
    <message>
        <source>Stored in</source>
        <translation>Gespeichert in</translation>
    </message>
    <message>
        <source>not in the file</source>
        <translation>nicht in der Datei</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Storage</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>show values</source>
        <translation>Werte zeigen</translation>
    </message>
    <message numerus="yes">
        <source>all %n token(s) agree</source>
        <translation>
            <numerusform>%n Token stimmt überein</numerusform>
            <numerusform>alle %n Token stimmen überein</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n token(s) differ, first at %2</source>
        <translation>
            <numerusform>%1 von %n Token weicht ab, zuerst an %2</numerusform>
            <numerusform>%1 von %n Token weichen ab, zuerst an %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more case(s) are not looked at</source>
        <translation>
            <numerusform>%n weiterer Fall wird nicht angesehen</numerusform>
            <numerusform>%n weitere Fälle werden nicht angesehen</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>Roh</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Führt aus</translation>
    </message>
    <message>
        <source>nothing of the other export is in its place</source>
        <translation>nichts des anderen Exports steht an seiner Stelle</translation>
    </message>
    <message>
        <source>paired by hand</source>
        <translation>von Hand zugeordnet</translation>
    </message>
    <message>
        <source>operator, module, settings and types are equal, and of no other node</source>
        <translation>Operator, Modul, Einstellungen und Typen sind gleich, und die keines anderen Knotens</translation>
    </message>
    <message>
        <source>it hangs together with a pair that is certain</source>
        <translation>es hängt mit einem Paar zusammen, das sicher ist</translation>
    </message>
    <message>
        <source>by the order of the nodes of its operator and module: another could be meant</source>
        <translation>nach der Reihenfolge der Knoten seines Operators und Moduls: ein anderer könnte gemeint sein</translation>
    </message>
    <message>
        <source>by its name alone: another could be meant</source>
        <translation>allein nach dem Namen: ein anderer könnte gemeint sein</translation>
    </message>
    <message>
        <source>it takes what the other takes: another could be meant</source>
        <translation>es nimmt, was das andere nimmt: ein anderer könnte gemeint sein</translation>
    </message>
    <message>
        <source>Matched by</source>
        <translation>Zugeordnet durch</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <source>certain</source>
        <translation>sicher</translation>
    </message>
    <message>
        <source>not certain</source>
        <translation>nicht sicher</translation>
    </message>
    <message>
        <source>Other export</source>
        <translation>Anderer Export</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>Vorher und nachher</translation>
    </message>
    <message>
        <source>the other export has no such stage</source>
        <translation>der andere Export hat keine solche Stufe</translation>
    </message>
    <message>
        <source>the stage has no such operator</source>
        <translation>die Stufe hat keinen solchen Operator</translation>
    </message>
    <message>
        <source>Operator number</source>
        <translation>Nummer des Operators</translation>
    </message>
    <message>
        <source>Value numbers</source>
        <translation>Nummern der Werte</translation>
    </message>
    <message>
        <source>Delegate number</source>
        <translation>Nummer des Delegates</translation>
    </message>
    <message>
        <source>Jumps to</source>
        <translation>Springt zu</translation>
    </message>
    <message>
        <source>Node number</source>
        <translation>Nummer des Knotens</translation>
    </message>
    <message>
        <source>Debug handle</source>
        <translation>Debug-Handle</translation>
    </message>
    <message>
        <source>not in the file: made from its results</source>
        <translation>nicht in der Datei: aus seinen Ergebnissen gebildet</translation>
    </message>
    <message>
        <source>Block name</source>
        <translation>Name des Blocks</translation>
    </message>
    <message>
        <source>Allocations</source>
        <translation>Vergebener Speicher</translation>
    </message>
    <message>
        <source>Bundled input</source>
        <translation>Gebündelte Eingabe</translation>
    </message>
    <message>
        <source>not noted</source>
        <translation>nicht vermerkt</translation>
    </message>
    <message>
        <source>Event name</source>
        <translation>Name des Ereignisses</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Anfang</translation>
    </message>
    <message>
        <source>ticks</source>
        <translation>Ticks</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>started again within the event</source>
        <translation>begann während des Ereignisses von vorn</translation>
    </message>
    <message>
        <source>a tick is taken as 1 ns</source>
        <translation>ein Tick wird als 1 ns genommen</translation>
    </message>
    <message>
        <source>Value number</source>
        <translation>Nummer des Werts</translation>
    </message>
    <message>
        <source>compile spec</source>
        <translation>Compile-Spec</translation>
    </message>
    <message>
        <source>Time over all runs</source>
        <translation>Zeit über alle Läufe</translation>
    </message>
    <message>
        <source>p10, p50, p90</source>
        <translation>p10, p50, p90</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>Längste</translation>
    </message>
    <message>
        <source>Inside the instruction</source>
        <translation>In der Instruktion</translation>
    </message>
    <message>
        <source>call and copy</source>
        <translation>Aufruf und Kopie</translation>
    </message>
    <message>
        <source>not measured inside</source>
        <translation>innen nicht gemessen</translation>
    </message>
    <message>
        <source>Compare with its likes</source>
        <translation>Vergleich mit ihresgleichen</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>%1 times the median of all %2</source>
        <translation>%1-mal der Median aller %2</translation>
    </message>
    <message numerus="yes">
        <source>same operator, %n layer(s)</source>
        <translation>
            <numerusform>gleicher Operator, %n Schicht</numerusform>
            <numerusform>gleicher Operator, %n Schichten</numerusform>
        </translation>
    </message>
    <message>
        <source>of all instructions, rank %1 of %2</source>
        <translation>aller Instruktionen, Rang %1 von %2</translation>
    </message>
    <message>
        <source>Reading times</source>
        <translation>Lese Zeiten</translation>
    </message>
    <message>
        <source>Produced by</source>
        <translation>Erzeugt von</translation>
    </message>
    <message>
        <source>is this operator</source>
        <translation>ist dieser Operator</translation>
    </message>
    <message>
        <source>is earlier: %1</source>
        <translation>liegt davor: %1</translation>
    </message>
    <message>
        <source>Looking for the counterpart</source>
        <translation>Suche das Gegenstück</translation>
    </message>
    <message>
        <source>Pair by hand…</source>
        <translation>Von Hand zuordnen…</translation>
    </message>
    <message>
        <source>value that a run gave</source>
        <translation>Wert, den ein Lauf gab</translation>
    </message>
    <message>
        <source>compare values</source>
        <translation>Werte vergleichen</translation>
    </message>
    <message>
        <source>what %1 gave</source>
        <translation>was %1 gab</translation>
    </message>
    <message>
        <source>by its origin (from_node)</source>
        <translation>durch seine Herkunft (from_node)</translation>
    </message>
    <message>
        <source>by its origin and %1</source>
        <translation>durch seine Herkunft und %1</translation>
    </message>
    <message>
        <source>its origin (from_node) is no node of the exported program</source>
        <translation>seine Herkunft (from_node) ist kein Knoten des exportierten Programms</translation>
    </message>
    <message>
        <source>the record lists it with %1</source>
        <translation>der Record führt sie mit %1</translation>
    </message>
    <message>
        <source>the record lists no instruction with debug handle %1</source>
        <translation>der Record führt keine Instruktion mit dem Debug-Handle %1</translation>
    </message>
    <message>
        <source>the record lists it with that instruction</source>
        <translation>der Record führt ihn bei dieser Instruktion</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) · p50 %1</source>
        <translation>
            <numerusform>%n Aufruf · p50 %1</numerusform>
            <numerusform>%n Aufrufe · p50 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>the node has no stack trace</source>
        <translation>der Knoten hat keinen Stacktrace</translation>
    </message>
    <message>
        <source>frame %1 of %2</source>
        <translation>Frame %1 von %2</translation>
    </message>
    <message>
        <source>%1 of its stack trace</source>
        <translation>%1 seines Stacktrace</translation>
    </message>
    <message>
        <source>%1 of the stack trace of %2, the first of %3 %4 nodes</source>
        <translation>%1 des Stacktrace von %2, dem ersten von %3 %4-Knoten</translation>
    </message>
    <message>
        <source>%1 of the stack trace of %2 node %3</source>
        <translation>%1 des Stacktrace des %2-Knotens %3</translation>
    </message>
    <message numerus="yes">
        <source>%n element(s) finite on one side only</source>
        <translation>
            <numerusform>%n Element ist nur auf einer Seite endlich</numerusform>
            <numerusform>%n Elemente sind nur auf einer Seite endlich</numerusform>
        </translation>
    </message>
    <message>
        <source>Not finite</source>
        <translation>Nicht endlich</translation>
    </message>
    <message>
        <source>logged by %1; Operators can hold run %2 against it</source>
        <translation>protokolliert von %1; unter Operatoren wird Lauf %2 dagegengehalten</translation>
    </message>
    <message>
        <source>of its call in %1, as Operators holds it against run %2</source>
        <translation>ihres Aufrufs in %1, wie unter Operatoren gegen Lauf %2 gehalten</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Not at hand</source>
        <translation>Nicht zur Hand</translation>
    </message>
    <message>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <source>Total error</source>
        <translation>Gesamtfehler</translation>
    </message>
    <message>
        <source>total error %1</source>
        <translation>Gesamtfehler %1</translation>
    </message>
    <message>
        <source>call %1</source>
        <translation>Aufruf %1</translation>
    </message>
    <message>
        <source>the trace has no such message</source>
        <translation>der Trace hat keine solche Nachricht</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>an answer</source>
        <translation>eine Antwort</translation>
    </message>
    <message>
        <source>the trace has no such token</source>
        <translation>der Trace hat kein solches Token</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>Read from</source>
        <translation>Gelesen aus</translation>
    </message>
    <message>
        <source>Margin of the reference</source>
        <translation>Vorsprung der Referenz</translation>
    </message>
    <message>
        <source>Error of the logits</source>
        <translation>Fehler der Logits</translation>
    </message>
    <message>
        <source>Token “%1”</source>
        <translation>Token „%1“</translation>
    </message>
    <message>
        <source>Choice</source>
        <translation>Wahl</translation>
    </message>
    <message>
        <source>the trace has no such call</source>
        <translation>der Trace hat keinen solchen Aufruf</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Makes</source>
        <translation>Ergibt</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>call of a trace</source>
        <translation>Aufruf eines Traces</translation>
    </message>
    <message>
        <source>message %1</source>
        <translation>Nachricht %1</translation>
    </message>
    <message>
        <source>message %1, token %2</source>
        <translation>Nachricht %1, Token %2</translation>
    </message>
    <message>
        <source>Shrink…</source>
        <translation>Verkleinern…</translation>
    </message>
    <message>
        <source>Mend…</source>
        <translation>Beheben…</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ItemView</name>
    <message>
        <source>Copy as TSV	Ctrl+C</source>
        <translation>Als TSV kopieren	Strg+C</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Save picture or table…</source>
        <translation>Bild oder Tabelle speichern…</translation>
    </message>
    <message>
        <source>Save chart</source>
        <translation>Diagramm speichern</translation>
    </message>
    <message>
        <source>Pictures and tables (*.png *.svg *.pdf *.tsv)</source>
        <translation>Bilder und Tabellen (*.png *.svg *.pdf *.tsv)</translation>
    </message>
    <message>
        <source>.png, .svg, .pdf or .tsv</source>
        <translation>.png, .svg, .pdf oder .tsv</translation>
    </message>
</context>
<context>
    <name>etscope::ui::MainWindow</name>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Commands  %1</source>
        <translation>Befehle  %1</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelltext</translation>
    </message>
    <message>
        <source>Menu (%1)</source>
        <translation>Menü (%1)</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
</context>
<context>
    <name>etscope::ui::MarginChart</name>
    <message>
        <source>Margin of the reference’s token and error of the logits, token by token</source>
        <translation>Vorsprung des Tokens der Referenz und Fehler der Logits, Token für Token</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>margin of the reference</source>
        <translation>Vorsprung der Referenz</translation>
    </message>
    <message>
        <source>error of the logits</source>
        <translation>Fehler der Logits</translation>
    </message>
</context>
<context>
    <name>etscope::ui::MemoryPage</name>
    <message>
        <source>Reading the memory plan</source>
        <translation>Speicherplan wird gelesen</translation>
    </message>
    <message>
        <source>Arena</source>
        <translation>Arena</translation>
    </message>
    <message>
        <source>Arena %1 · %2</source>
        <translation>Arena %1 · %2</translation>
    </message>
    <message>
        <source>Back to all values</source>
        <translation>Zurück zu allen Werten</translation>
    </message>
    <message>
        <source>Tensors live at the peak</source>
        <translation>Tensoren am Höchststand</translation>
    </message>
    <message>
        <source>All tensors</source>
        <translation>Alle Tensoren</translation>
    </message>
    <message numerus="yes">
        <source>Live at 0/%1: %n tensor(s), %2 of %3</source>
        <translation>
            <numerusform>Bei 0/%1 lebt %n Tensor, %2 von %3</numerusform>
            <numerusform>Bei 0/%1 leben %n Tensoren, %2 von %3</numerusform>
        </translation>
    </message>
    <message>
        <source>What will be resident</source>
        <translation>Was im Speicher sein wird</translation>
    </message>
    <message>
        <source>with all methods loaded</source>
        <translation>mit allen Methoden geladen</translation>
    </message>
    <message>
        <source>Adding up memory</source>
        <translation>Zähle Speicher zusammen</translation>
    </message>
    <message>
        <source>What would lower it</source>
        <translation>Was das senken würde</translation>
    </message>
    <message>
        <source>each by itself</source>
        <translation>jedes für sich</translation>
    </message>
    <message>
        <source>Measured by %1</source>
        <translation>Gemessen mit %1</translation>
    </message>
    <message>
        <source>Whole process</source>
        <translation>Ganzer Prozess</translation>
    </message>
    <message>
        <source>What will be resident, and what would lower it</source>
        <translation>Was im Speicher liegen wird, und was es verringern würde</translation>
    </message>
</context>
<context>
    <name>etscope::ui::MemoryStrip</name>
    <message>
        <source>Memory in use over the whole run</source>
        <translation>Belegter Speicher über den ganzen Lauf</translation>
    </message>
    <message>
        <source>Memory in use over the whole run: drag the frame</source>
        <translation>Belegter Speicher über den ganzen Lauf: der Rahmen lässt sich ziehen</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>belegt</translation>
    </message>
    <message>
        <source>drag to zoom · Ctrl+wheel</source>
        <translation>ziehen zum Vergrößern · Strg+Rad</translation>
    </message>
    <message>
        <source>instructions %1 … %2 of %3</source>
        <translation>Instruktionen %1 … %2 von %3</translation>
    </message>
</context>
<context>
    <name>etscope::ui::MemoryView</name>
    <message>
        <source>Lifetimes of tensors over offsets</source>
        <translation>Lebensdauern der Tensoren über Offsets</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>Instruktion</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>%1
%2 at %3
instructions %4 … %5</source>
        <translation>%1
%2 bei %3
Instruktionen %4 … %5</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>Offset</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>first instruction</source>
        <translation>erste Instruktion</translation>
    </message>
    <message>
        <source>last instruction</source>
        <translation>letzte Instruktion</translation>
    </message>
    <message>
        <source>instruction %1</source>
        <translation>Instruktion %1</translation>
    </message>
    <message>
        <source>value %1</source>
        <translation>Wert %1</translation>
    </message>
    <message>
        <source>What is live here	L</source>
        <translation>Was hier lebt	L</translation>
    </message>
    <message>
        <source>Peak %1 at 0/%2</source>
        <translation>Spitze %1 bei 0/%2</translation>
    </message>
</context>
<context>
    <name>etscope::ui::MendPart</name>
    <message>
        <source>Mend</source>
        <translation>Beheben</translation>
    </message>
    <message>
        <source>Remedies</source>
        <translation>Abhilfen</translation>
    </message>
    <message>
        <source>Patch</source>
        <translation>Patch</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copied the patch</source>
        <translation>Patch kopiert</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Code of the remedy</source>
        <translation>Code der Abhilfe</translation>
    </message>
    <message>
        <source>What it changes</source>
        <translation>Was sie ändert</translation>
    </message>
    <message>
        <source>changes of the export that make it right</source>
        <translation>Änderungen des Exports, die ihn richtig machen</translation>
    </message>
    <message>
        <source>this build cannot try remedies</source>
        <translation>dieser Build kann keine Abhilfen versuchen</translation>
    </message>
    <message>
        <source>Mend…</source>
        <translation>Beheben…</translation>
    </message>
    <message>
        <source>these lines were run</source>
        <translation>diese Zeilen wurden ausgeführt</translation>
    </message>
    <message>
        <source>these lines could not be lowered or run</source>
        <translation>diese Zeilen ließen sich nicht absenken oder ausführen</translation>
    </message>
    <message>
        <source>these lines were tried, and not to the end</source>
        <translation>diese Zeilen wurden versucht, nicht bis zum Ende</translation>
    </message>
    <message>
        <source>these lines were lowered</source>
        <translation>diese Zeilen wurden abgesenkt</translation>
    </message>
    <message>
        <source>Each is applied to the recorded program; what can be lowered is run on the cases of the session and judged.</source>
        <translation>Jede wird auf das aufgezeichnete Programm angewandt; was sich absenken lässt, wird auf den Fällen der Sitzung ausgeführt und beurteilt.</translation>
    </message>
    <message>
        <source>Each was applied to the recorded program; what could be lowered was run with executorch %1 on the cases of the session and judged.</source>
        <translation>Jede wurde auf das aufgezeichnete Programm angewandt; was sich absenken ließ, wurde mit executorch %1 auf den Fällen der Sitzung ausgeführt und beurteilt.</translation>
    </message>
</context>
<context>
    <name>etscope::ui::Mending</name>
    <message>
        <source>of the whole export</source>
        <translation>des ganzen Exports</translation>
    </message>
    <message numerus="yes">
        <source>changes %n operator(s)</source>
        <translation>
            <numerusform>ändert %n Operator</numerusform>
            <numerusform>ändert %n Operatoren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n remedies were not tried: the time was over.</source>
        <translation>
            <numerusform>%n Abhilfe wurde nicht versucht: die Zeit war um.</numerusform>
            <numerusform>%n Abhilfen wurden nicht versucht: die Zeit war um.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::MetadataPage</name>
    <message>
        <source>%1 is absent</source>
        <translation>%1 fehlt</translation>
    </message>
    <message>
        <source>Copy line</source>
        <translation>Zeile kopieren</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Nicht bekannt</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 ist %2</translation>
    </message>
    <message>
        <source>In the export script</source>
        <translation>Im Exportskript</translation>
    </message>
    <message>
        <source>for the %1: %2</source>
        <translation>für den %1: %2</translation>
    </message>
</context>
<context>
    <name>etscope::ui::MoreColumns</name>
    <message>
        <source>Only columns that have room: not %1</source>
        <translation>Nur Spalten, die Platz haben: nicht %1</translation>
    </message>
    <message numerus="yes">
        <source>%n more column(s) that have no room: %1</source>
        <translation>
            <numerusform>%n weitere Spalte, die keinen Platz hat: %1</numerusform>
            <numerusform>%n weitere Spalten, die keinen Platz haben: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::NamedDataPage</name>
    <message>
        <source>Looking for what is shared</source>
        <translation>Suche, was geteilt wird</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Shared or twice</source>
        <translation>Geteilt oder doppelt</translation>
    </message>
    <message>
        <source>No name</source>
        <translation>Ohne Namen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::NodeSearch</name>
    <message>
        <source>searching …</source>
        <translation>Suche läuft …</translation>
    </message>
    <message>
        <source>Searching the graph</source>
        <translation>Graph wird durchsucht</translation>
    </message>
    <message>
        <source>Reading what the query asks for</source>
        <translation>Gelesen wird, wonach die Suche fragt</translation>
    </message>
    <message>
        <source>no match</source>
        <translation>kein Treffer</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::OffsetStrip</name>
    <message>
        <source>Regions of the file by offset</source>
        <translation>Bereiche der Datei nach Offset</translation>
    </message>
    <message>
        <source>%1
%2 at %3</source>
        <translation>%1
%2 bei %3</translation>
    </message>
    <message>
        <source>offset 0</source>
        <translation>Offset 0</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>Offset</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>region</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>address</source>
        <translation>Adresse</translation>
    </message>
</context>
<context>
    <name>etscope::ui::OperatorsPart</name>
    <message>
        <source>Operators by effect</source>
        <translation>Operatoren nach Wirkung</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre, wenn</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Scheme</source>
        <translation>Schema</translation>
    </message>
    <message>
        <source>keep it whatever the budget</source>
        <translation>behalten, wie groß das Budget auch ist</translation>
    </message>
    <message>
        <source>KL when only this one is narrow; frame: chosen</source>
        <translation>KL, wenn nur dieser schmal ist; Rahmen: gewählt</translation>
    </message>
    <message>
        <source>dB when only this one is narrow; frame: chosen</source>
        <translation>dB, wenn nur dieser schmal ist; Rahmen: gewählt</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n Zeile</numerusform>
            <numerusform>%n Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Scheme %1</source>
        <translation>Schema %1</translation>
    </message>
    <message>
        <source>It has the scheme of the set that is chosen; another one shows what follows.</source>
        <translation>Er hat das Schema des gewählten Satzes; ein anderes zeigt, was daraus folgt.</translation>
    </message>
    <message>
        <source>Predicted: the sum of what each does alone. It is evaluated when the search has ended.</source>
        <translation>Vorhergesagt: die Summe dessen, was jedes allein bewirkt. Ausgewertet wird, wenn die Suche zu Ende ist.</translation>
    </message>
    <message>
        <source>Evaluated over the whole method; predicted is the sum of what each does alone.</source>
        <translation>Ausgewertet über die ganze Methode; vorhergesagt ist die Summe dessen, was jedes allein bewirkt.</translation>
    </message>
</context>
<context>
    <name>etscope::ui::Outline</name>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n Datei</numerusform>
            <numerusform>%n Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Named data</source>
        <translation>Benannte Daten</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>Methoden</translation>
    </message>
    <message>
        <source>Delegates</source>
        <translation>Delegates</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Counting cases</source>
        <translation>Fälle werden gezählt</translation>
    </message>
    <message numerus="yes">
        <source>%n case(s)</source>
        <translation>
            <numerusform>%n Fall</numerusform>
            <numerusform>%n Fälle</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 wird gelesen</translation>
    </message>
    <message>
        <source>constant %1</source>
        <translation>Konstante %1</translation>
    </message>
    <message>
        <source>and %1 more, on the page</source>
        <translation>und %1 weitere, auf der Seite</translation>
    </message>
    <message>
        <source>%1 like %2</source>
        <translation>%1 wie %2</translation>
    </message>
    <message>
        <source>and %1 more, in the graph</source>
        <translation>und %1 weitere, im Graphen</translation>
    </message>
    <message>
        <source>Nothing is open. Files, methods and modules will be listed here.</source>
        <translation>Nichts ist offen. Hier stehen dann Dateien, Methoden und Module.</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Führt aus</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>case %1</source>
        <translation>Fall %1</translation>
    </message>
    <message>
        <source>Judging modules</source>
        <translation>Module werden beurteilt</translation>
    </message>
    <message numerus="yes">
        <source>%n array(s)</source>
        <translation>
            <numerusform>%n Array</numerusform>
            <numerusform>%n Arrays</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::OutputMatrix</name>
    <message>
        <source>Outputs by method, output and case</source>
        <translation>Ausgaben nach Methode, Ausgabe und Fall</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>%1 · output %2 · %3: %4</source>
        <translation>%1 · Ausgabe %2 · %3: %4</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>%1 · run %2</source>
        <translation>%1 · Lauf %2</translation>
    </message>
    <message>
        <source>%1 · time %2</source>
        <translation>%1 · Mal %2</translation>
    </message>
</context>
<context>
    <name>etscope::ui::OutputsPage</name>
    <message>
        <source>NaN = NaN</source>
        <translation>NaN = NaN</translation>
    </message>
    <message>
        <source>Nothing to compare</source>
        <translation>Nichts zu vergleichen</translation>
    </message>
    <message>
        <source>The session has neither reference outputs nor runtime values.</source>
        <translation>Die Sitzung hat weder Referenzausgaben noch Laufzeitwerte.</translation>
    </message>
    <message>
        <source>Add an ETRecord with reference outputs, and drop raw runtime outputs named out-&lt;method&gt;-&lt;call&gt;-&lt;output&gt;.npy on the window.</source>
        <translation>Ein ETRecord mit Referenzausgaben hinzufügen und rohe Laufzeitausgaben mit Namen out-&lt;Methode&gt;-&lt;Aufruf&gt;-&lt;Ausgabe&gt;.npy auf das Fenster ziehen.</translation>
    </message>
    <message>
        <source>Comparing outputs</source>
        <translation>Ausgaben werden verglichen</translation>
    </message>
    <message>
        <source>Judging</source>
        <translation>Urteil wird gebildet</translation>
    </message>
    <message>
        <source>differ</source>
        <translation>abweichend</translation>
    </message>
    <message>
        <source>cannot compare</source>
        <translation>nicht vergleichbar</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlend</translation>
    </message>
    <message>
        <source>match</source>
        <translation>passend</translation>
    </message>
    <message>
        <source>measure</source>
        <translation>Maß</translation>
    </message>
    <message>
        <source>relative</source>
        <translation>relativ</translation>
    </message>
    <message>
        <source>absolute</source>
        <translation>absolut</translation>
    </message>
    <message>
        <source>Comparing what %1 gave …</source>
        <translation>Was %1 gab, wird verglichen …</translation>
    </message>
    <message>
        <source>Comparing values of an operator</source>
        <translation>Werte eines Operators werden verglichen</translation>
    </message>
    <message>
        <source>No value of %1 was compared</source>
        <translation>Kein Wert von %1 wurde verglichen</translation>
    </message>
    <message>
        <source>No run logged it, or nothing is known to hold it against.</source>
        <translation>Kein Lauf hat ihn protokolliert, oder es ist nichts bekannt, wogegen er zu halten wäre.</translation>
    </message>
    <message>
        <source>What an operator gave on the way, against its reference.</source>
        <translation>Was ein Operator auf dem Weg gab, gegen seine Referenz.</translation>
    </message>
    <message>
        <source>Show in graph</source>
        <translation>Im Graphen zeigen</translation>
    </message>
    <message>
        <source>Back to the outputs</source>
        <translation>Zurück zu den Ausgaben</translation>
    </message>
    <message>
        <source>Judging values of an operator</source>
        <translation>Werte eines Operators werden beurteilt</translation>
    </message>
    <message>
        <source>Operators says what is missing, and computes references.</source>
        <translation>Operatoren sagt, was fehlt, und berechnet Referenzen.</translation>
    </message>
    <message>
        <source>differ by quantisation</source>
        <translation>durch Quantisierung anders</translation>
    </message>
    <message>
        <source>No output of run %1 is known.</source>
        <translation>Von Lauf %1 ist keine Ausgabe bekannt.</translation>
    </message>
</context>
<context>
    <name>etscope::ui::OverviewPage</name>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Reading methods</source>
        <translation>Methoden werden gelesen</translation>
    </message>
    <message>
        <source>%1, of which %2 damaged</source>
        <translation>%1, davon %2 beschädigt</translation>
    </message>
    <message>
        <source>%1 in this session</source>
        <translation>%1 in dieser Sitzung</translation>
    </message>
    <message>
        <source>Reading runs</source>
        <translation>Läufe werden gelesen</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n Knoten</numerusform>
            <numerusform>%n Knoten</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, worst first</source>
        <translation>%1, Schlechtestes zuerst</translation>
    </message>
    <message>
        <source>Looking for modules</source>
        <translation>Module werden gesucht</translation>
    </message>
    <message>
        <source>no output fits an input of another method</source>
        <translation>keine Ausgabe passt zu einer Eingabe einer anderen Methode</translation>
    </message>
    <message>
        <source>What was checked</source>
        <translation>Was geprüft wurde</translation>
    </message>
    <message>
        <source>How far the checks reach</source>
        <translation>Wie weit die Prüfungen reichen</translation>
    </message>
    <message>
        <source>How the methods fit together</source>
        <translation>Wie die Methoden zusammenpassen</translation>
    </message>
    <message numerus="yes">
        <source>%n method(s)</source>
        <translation>
            <numerusform>%n Methode</numerusform>
            <numerusform>%n Methoden</numerusform>
        </translation>
    </message>
    <message>
        <source>Checking the export</source>
        <translation>Export wird geprüft</translation>
    </message>
    <message>
        <source>Reading tokens</source>
        <translation>Tokens werden gelesen</translation>
    </message>
    <message>
        <source>Comparing constants</source>
        <translation>Konstanten werden verglichen</translation>
    </message>
    <message>
        <source>guessed from matching types and shapes</source>
        <translation>aus passenden Typen und Formen geschlossen</translation>
    </message>
    <message>
        <source>Why this operator</source>
        <translation>Warum dieser Operator</translation>
    </message>
    <message>
        <source>Other findings</source>
        <translation>Weitere Befunde</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message numerus="yes">
        <source>All %n problem(s)</source>
        <translation>
            <numerusform>%n Problem</numerusform>
            <numerusform>Alle %n Probleme</numerusform>
        </translation>
    </message>
    <message>
        <source>Worth a look</source>
        <translation>Einen Blick wert</translation>
    </message>
    <message numerus="yes">
        <source>All %n export check(s)</source>
        <translation>
            <numerusform>%n Exportprüfung</numerusform>
            <numerusform>Alle %n Exportprüfungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Why this constant</source>
        <translation>Warum diese Konstante</translation>
    </message>
    <message numerus="yes">
        <source>%n instruction(s)</source>
        <translation>
            <numerusform>%n Instruktion</numerusform>
            <numerusform>%n Instruktionen</numerusform>
        </translation>
    </message>
    <message>
        <source>What this file answers</source>
        <translation>Was diese Datei beantwortet</translation>
    </message>
    <message>
        <source>What these files answer</source>
        <translation>Was diese Dateien beantworten</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n question(s)</source>
        <translation>
            <numerusform>%1 von %n Frage</numerusform>
            <numerusform>%1 von %n Fragen</numerusform>
        </translation>
    </message>
    <message>
        <source>Shrink…</source>
        <translation>Verkleinern…</translation>
    </message>
</context>
<context>
    <name>etscope::ui::Page</name>
    <message>
        <source>.png, .svg, .pdf, .csv, .tsv, .json or .md</source>
        <translation>.png, .svg, .pdf, .csv, .tsv, .json oder .md</translation>
    </message>
    <message>
        <source>.png, .svg or .pdf</source>
        <translation>.png, .svg oder .pdf</translation>
    </message>
    <message>
        <source>“%1” was cancelled; nothing of it is shown.</source>
        <translation>„%1“ wurde abgebrochen; davon wird nichts gezeigt.</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Not shown: “%1” failed</source>
        <translation>Nicht gezeigt: „%1“ ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>There is nothing to search on this page now.</source>
        <translation>Auf dieser Seite gibt es gerade nichts zu durchsuchen.</translation>
    </message>
    <message>
        <source>%1 is no export</source>
        <translation>%1 ist kein Export</translation>
    </message>
    <message>
        <source>Run…</source>
        <translation>Ausführen…</translation>
    </message>
</context>
<context>
    <name>etscope::ui::PageArea</name>
    <message>
        <source>checking …</source>
        <translation>wird geprüft …</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>case %1</source>
        <translation>Fall %1</translation>
    </message>
    <message>
        <source>positions %1 … %2</source>
        <translation>Positionen %1 … %2</translation>
    </message>
    <message>
        <source>position %1</source>
        <translation>Position %1</translation>
    </message>
    <message>
        <source>gives what the record computes</source>
        <translation>ergibt, was aus dem Record berechnet wird</translation>
    </message>
    <message>
        <source>something is wrong at it</source>
        <translation>daran ist etwas falsch</translation>
    </message>
    <message>
        <source>not known whether it is right</source>
        <translation>ob er richtig ist, ist nicht bekannt</translation>
    </message>
</context>
<context>
    <name>etscope::ui::PairDialog</name>
    <message>
        <source>Pair by hand</source>
        <translation>Von Hand zuordnen</translation>
    </message>
    <message>
        <source>Which node of the other export is %1?</source>
        <translation>Welcher Knoten des anderen Exports ist %1?</translation>
    </message>
    <message>
        <source>name, operator, module</source>
        <translation>Name, Operator, Modul</translation>
    </message>
    <message>
        <source>Nodes of the other export</source>
        <translation>Knoten des anderen Exports</translation>
    </message>
    <message>
        <source>%1 · has a counterpart</source>
        <translation>%1 · hat ein Gegenstück</translation>
    </message>
    <message>
        <source>Pair</source>
        <translation>Zuordnen</translation>
    </message>
    <message>
        <source>Undo this pair</source>
        <translation>Zuordnung aufheben</translation>
    </message>
</context>
<context>
    <name>etscope::ui::PicturePlot</name>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>%1: %2 × %3 pixels</source>
        <translation>%1: %2 × %3 Pixel</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>pixels are</source>
        <translation>Pixel sind</translation>
    </message>
</context>
<context>
    <name>etscope::ui::PictureView</name>
    <message>
        <source>as it looks</source>
        <translation>wie es aussieht</translation>
    </message>
    <message>
        <source>0 … 1</source>
        <translation>0 … 1</translation>
    </message>
    <message>
        <source>0 … 255</source>
        <translation>0 … 255</translation>
    </message>
    <message>
        <source>SigLIP, SmolVLM</source>
        <translation>SigLIP, SmolVLM</translation>
    </message>
    <message>
        <source>CLIP</source>
        <translation>CLIP</translation>
    </message>
    <message>
        <source>ImageNet</source>
        <translation>ImageNet</translation>
    </message>
    <message>
        <source>min … max</source>
        <translation>min … max</translation>
    </message>
    <message>
        <source>typed</source>
        <translation>eingegeben</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Shows</source>
        <translation>Zeigt</translation>
    </message>
    <message>
        <source>Pixels</source>
        <translation>Pixel</translation>
    </message>
    <message>
        <source>Mean and standard deviation</source>
        <translation>Mittelwert und Standardabweichung</translation>
    </message>
    <message>
        <source>MEAN/STD of the processor, one number or three each: 0.485,0.456,0.406/0.229,0.224,0.225</source>
        <translation>MEAN/STD des Prozessors, je eine Zahl oder drei: 0.485,0.456,0.406/0.229,0.224,0.225</translation>
    </message>
    <message>
        <source>values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>runtime</source>
        <translation>Laufzeit</translation>
    </message>
    <message>
        <source>nothing to draw</source>
        <translation>nichts zu zeichnen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>colours</source>
        <translation>Farben</translation>
    </message>
    <message numerus="yes">
        <source>first %n channel(s)</source>
        <translation>
            <numerusform>erster %n Kanal</numerusform>
            <numerusform>erste %n Kanäle</numerusform>
        </translation>
    </message>
    <message>
        <source>red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>opacity</source>
        <translation>Deckkraft</translation>
    </message>
    <message>
        <source>channel %1</source>
        <translation>Kanal %1</translation>
    </message>
    <message>
        <source>Reading pixels</source>
        <translation>Pixel lesen</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>shown as %1: %2</source>
        <translation>gezeigt als %1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n pixel(s) hold NaN or an infinity</source>
        <translation>
            <numerusform>%n Pixel enthält NaN oder ein Unendlich</numerusform>
            <numerusform>%n Pixel enthalten NaN oder ein Unendlich</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n level(s) beyond black or white</source>
        <translation>
            <numerusform>%n Stufe jenseits von Schwarz oder Weiß</numerusform>
            <numerusform>%n Stufen jenseits von Schwarz oder Weiß</numerusform>
        </translation>
    </message>
    <message>
        <source>reduced, a pixel is the mean of several elements</source>
        <translation>verkleinert, ein Pixel ist der Mittelwert mehrerer Elemente</translation>
    </message>
</context>
<context>
    <name>etscope::ui::PositionView</name>
    <message>
        <source>Error by position</source>
        <translation>Fehler nach Position</translation>
    </message>
    <message>
        <source>all mismatches at %1</source>
        <translation>alle Abweichungen bei %1</translation>
    </message>
    <message>
        <source>all mismatches at %1 … %2</source>
        <translation>alle Abweichungen bei %1 … %2</translation>
    </message>
    <message>
        <source>mismatches from %1 to %2</source>
        <translation>Abweichungen von %1 bis %2</translation>
    </message>
    <message>
        <source>position %1</source>
        <translation>Position %1</translation>
    </message>
    <message>
        <source>positions %1 … %2</source>
        <translation>Positionen %1 … %2</translation>
    </message>
    <message>
        <source>%1 mismatched</source>
        <translation>%1 abweichend</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>mean |d|</source>
        <translation>Mittel |d|</translation>
    </message>
    <message>
        <source>max |d|</source>
        <translation>max |d|</translation>
    </message>
    <message>
        <source>mismatched</source>
        <translation>abweichend</translation>
    </message>
    <message numerus="yes">
        <source>%n not finite on one side</source>
        <translation>
            <numerusform>%n auf einer Seite nicht endlich</numerusform>
            <numerusform>%n auf einer Seite nicht endlich</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::QuantisationViews</name>
    <message>
        <source>Quantisation: %1</source>
        <translation>Quantisierung: %1</translation>
    </message>
    <message>
        <source>As exported</source>
        <translation>Wie exportiert</translation>
    </message>
    <message>
        <source>Advisor</source>
        <translation>Berater</translation>
    </message>
</context>
<context>
    <name>etscope::ui::Rail</name>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ReachView</name>
    <message>
        <source>Outputs against the reference</source>
        <translation>Ausgaben gegen die Referenz</translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) cannot be compared</source>
        <translation>
            <numerusform>%n Ausgabe ist nicht vergleichbar</numerusform>
            <numerusform>%n Ausgaben sind nicht vergleichbar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) have one side only</source>
        <translation>
            <numerusform>%n Ausgabe hat nur eine Seite</numerusform>
            <numerusform>%n Ausgaben haben nur eine Seite</numerusform>
        </translation>
    </message>
    <message>
        <source>Operators recomputed on what they read</source>
        <translation>Operatoren, nachgerechnet auf dem Gelesenen</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s): inputs, operator or result are not known</source>
        <translation>
            <numerusform>%n Aufruf: Eingaben, Operator oder Ergebnis sind nicht bekannt</numerusform>
            <numerusform>%n Aufrufe: Eingaben, Operator oder Ergebnis sind nicht bekannt</numerusform>
        </translation>
    </message>
    <message>
        <source>Constants, program against record</source>
        <translation>Konstanten, Programm gegen Record</translation>
    </message>
    <message numerus="yes">
        <source>%n constant(s) have no counterpart in the record that tells</source>
        <translation>
            <numerusform>%n Konstante hat im Record kein Gegenstück, das etwas sagt</numerusform>
            <numerusform>%n Konstanten haben im Record kein Gegenstück, das etwas sagt</numerusform>
        </translation>
    </message>
    <message>
        <source>Files, one against another</source>
        <translation>Dateien, eine gegen die andere</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) go by their names alone</source>
        <translation>
            <numerusform>%n Datei wird nur nach ihrem Namen zugeordnet</numerusform>
            <numerusform>%n Dateien werden nur nach ihren Namen zugeordnet</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>etscope::ui::Recent</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n Datei</numerusform>
            <numerusform>%n Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>today, %1</source>
        <translation>heute, %1</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
    <message>
        <source>%1 Jan</source>
        <translation>%1 Jan</translation>
    </message>
    <message>
        <source>%1 Feb</source>
        <translation>%1 Feb</translation>
    </message>
    <message>
        <source>%1 Mar</source>
        <translation>%1 März</translation>
    </message>
    <message>
        <source>%1 Apr</source>
        <translation>%1 Apr</translation>
    </message>
    <message>
        <source>%1 May</source>
        <translation>%1 Mai</translation>
    </message>
    <message>
        <source>%1 Jun</source>
        <translation>%1 Juni</translation>
    </message>
    <message>
        <source>%1 Jul</source>
        <translation>%1 Juli</translation>
    </message>
    <message>
        <source>%1 Aug</source>
        <translation>%1 Aug</translation>
    </message>
    <message>
        <source>%1 Sep</source>
        <translation>%1 Sept</translation>
    </message>
    <message>
        <source>%1 Oct</source>
        <translation>%1 Okt</translation>
    </message>
    <message>
        <source>%1 Nov</source>
        <translation>%1 Nov</translation>
    </message>
    <message>
        <source>%1 Dec</source>
        <translation>%1 Dez</translation>
    </message>
</context>
<context>
    <name>etscope::ui::RecentList</name>
    <message numerus="yes">
        <source>%n file(s) gone</source>
        <translation>
            <numerusform>%n Datei weg</numerusform>
            <numerusform>%n Dateien weg</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking for recent files</source>
        <translation>Zuletzt geöffnete Dateien suchen</translation>
    </message>
    <message>
        <source>%1 is gone</source>
        <translation>%1 ist weg</translation>
    </message>
    <message>
        <source>Recent sessions</source>
        <translation>Zuletzt geöffnete Sitzungen</translation>
    </message>
    <message>
        <source>Find it…</source>
        <translation>Suchen…</translation>
    </message>
    <message>
        <source>Remove from list</source>
        <translation>Aus der Liste entfernen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ReferenceBar</name>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>relative</source>
        <translation>relativ</translation>
    </message>
    <message>
        <source>absolute</source>
        <translation>absolut</translation>
    </message>
    <message>
        <source>Tolerance</source>
        <translation>Toleranz</translation>
    </message>
    <message>
        <source>How far values may be from their reference</source>
        <translation>Wie weit Werte von ihrer Referenz entfernt sein dürfen</translation>
    </message>
    <message>
        <source>Computed from the edge graph</source>
        <translation>Aus dem Edge-Graphen berechnet</translation>
    </message>
    <message>
        <source>found, else computed</source>
        <translation>gefunden, sonst berechnet</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>Lauf %1</translation>
    </message>
</context>
<context>
    <name>etscope::ui::RemedyTexts</name>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>running …</source>
        <translation>läuft …</translation>
    </message>
    <message>
        <source>all match</source>
        <translation>alle gleich</translation>
    </message>
    <message>
        <source>less is wrong</source>
        <translation>weniger falsch</translation>
    </message>
    <message>
        <source>nothing changes</source>
        <translation>nichts ändert sich</translation>
    </message>
    <message>
        <source>something gets worse</source>
        <translation>etwas wird schlechter</translation>
    </message>
    <message>
        <source>not built</source>
        <translation>nicht gebaut</translation>
    </message>
    <message>
        <source>not decided</source>
        <translation>nicht entschieden</translation>
    </message>
    <message>
        <source>all %1 match</source>
        <translation>alle %1 gleich</translation>
    </message>
    <message numerus="yes">
        <source>%n differ</source>
        <translation>
            <numerusform>%n verschieden</numerusform>
            <numerusform>%n verschieden</numerusform>
        </translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>%1 of %2 match, was %3</source>
        <translation>%1 von %2 gleich, vorher %3</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>each gives what its inputs should give</source>
        <translation>jeder gibt, was seine Eingaben ergeben sollen</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>On CPU</source>
        <translation>Auf der CPU</translation>
    </message>
    <message>
        <source>%1 calls outside delegates</source>
        <translation>%1 Aufrufe außerhalb von Delegaten</translation>
    </message>
    <message>
        <source>Delegates</source>
        <translation>Delegaten</translation>
    </message>
    <message>
        <source>%1 calls</source>
        <translation>%1 Aufrufe</translation>
    </message>
    <message>
        <source>Time of a run</source>
        <translation>Zeit eines Laufs</translation>
    </message>
    <message>
        <source>being lowered …</source>
        <translation>wird abgesenkt …</translation>
    </message>
    <message>
        <source>cannot be tried here</source>
        <translation>hier nicht zu versuchen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ReportWriter</name>
    <message>
        <source>Writing the report</source>
        <translation>Bericht wird geschrieben</translation>
    </message>
    <message>
        <source>%1 is written, %2</source>
        <translation>%1 ist geschrieben, %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Export report</source>
        <translation>Bericht exportieren</translation>
    </message>
    <message>
        <source>HTML pages (*.html)</source>
        <translation>HTML-Seiten (*.html)</translation>
    </message>
    <message>
        <source>Export this page</source>
        <translation>Diese Seite exportieren</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>Bilder (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>%1 is written</source>
        <translation>%1 ist geschrieben</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ReproBook</name>
    <message>
        <source>Shrinking</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Mending</source>
        <translation>Beheben</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>Nichts ist geöffnet.</translation>
    </message>
    <message>
        <source>What is at fault is being found out.</source>
        <translation>Was schuld ist, wird ermittelt.</translation>
    </message>
    <message>
        <source>Nothing is at fault that could be shrunk or mended.</source>
        <translation>Nichts ist schuld, das verkleinert oder behoben werden könnte.</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ReproHead</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel %1</source>
        <translation>%1 abbrechen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ReproSheet</name>
    <message>
        <source>Shrink</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>the smallest program that is still wrong in the same way, as a folder that can be reported</source>
        <translation>das kleinste Programm, das noch auf gleiche Weise falsch ist, als Ordner, der gemeldet werden kann</translation>
    </message>
    <message>
        <source>Mend</source>
        <translation>Beheben</translation>
    </message>
    <message>
        <source>changes of the export, each lowered, run and judged, until one makes all outputs right</source>
        <translation>Änderungen des Exports, jede abgesenkt, ausgeführt und beurteilt, bis eine alle Ausgaben richtig macht</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>a Python that has torch and executorch</source>
        <translation>ein Python mit torch und executorch</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>What executes the programs</source>
        <translation>Was die Programme ausführt</translation>
    </message>
    <message>
        <source>Results go to</source>
        <translation>Ergebnisse nach</translation>
    </message>
    <message>
        <source>Folder of the results</source>
        <translation>Ordner der Ergebnisse</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source> GiB</source>
        <translation> GiB</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>Ends after</source>
        <translation>Endet nach</translation>
    </message>
    <message>
        <source>or over</source>
        <translation>oder über</translation>
    </message>
    <message>
        <source>what is known by then is kept</source>
        <translation>was bis dahin bekannt ist, bleibt</translation>
    </message>
    <message>
        <source>The same from the command line</source>
        <translation>Dasselbe auf der Kommandozeile</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Say where the results go to.</source>
        <translation>Sagen Sie, wohin die Ergebnisse sollen.</translation>
    </message>
    <message>
        <source>%1 is there already and not empty.</source>
        <translation>%1 gibt es schon, und es ist nicht leer.</translation>
    </message>
    <message>
        <source>There is no folder %1.</source>
        <translation>Es gibt keinen Ordner %1.</translation>
    </message>
    <message>
        <source>Nothing can be written to %1: choose another folder.</source>
        <translation>In %1 kann nichts geschrieben werden: wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Not told yet.</source>
        <translation>Noch nicht genannt.</translation>
    </message>
    <message>
        <source>Asking for its version…</source>
        <translation>Version wird erfragt…</translation>
    </message>
    <message>
        <source>Asking the runtime for its version</source>
        <translation>Die Version der Laufzeit wird erfragt</translation>
    </message>
    <message>
        <source>executorch %1</source>
        <translation>executorch %1</translation>
    </message>
    <message>
        <source>without torch, which is needed, too</source>
        <translation>ohne torch, das auch nötig ist</translation>
    </message>
    <message>
        <source>torch %1</source>
        <translation>torch %1</translation>
    </message>
    <message>
        <source>Say which Python executes the programs.</source>
        <translation>Sagen Sie, welches Python die Programme ausführt.</translation>
    </message>
    <message>
        <source>This executes programs made from the record, and their delegates, with that Python, in a process of its own. Opening files never does.</source>
        <translation>Das führt Programme aus der Aufzeichnung und ihre Delegaten mit diesem Python aus, in einem eigenen Prozess. Das Öffnen von Dateien tut das nie.</translation>
    </message>
    <message>
        <source>This build cannot try remedies.</source>
        <translation>Dieser Build kann keine Abhilfen versuchen.</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ReproTexts</name>
    <message>
        <source>Cut at the culprit</source>
        <translation>Am Verursacher geschnitten</translation>
    </message>
    <message>
        <source>its inputs become the values that were logged</source>
        <translation>seine Eingaben werden die aufgezeichneten Werte</translation>
    </message>
    <message>
        <source>Neighbours</source>
        <translation>Nachbarn</translation>
    </message>
    <message>
        <source>operators that it is wrong without</source>
        <translation>Operatoren, ohne die es auch falsch ist</translation>
    </message>
    <message>
        <source>Inputs and shapes</source>
        <translation>Eingaben und Formen</translation>
    </message>
    <message>
        <source>axes with fewer elements</source>
        <translation>Achsen mit weniger Elementen</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>values of a seed instead of the model&apos;s</source>
        <translation>Werte aus einem Startwert statt der des Modells</translation>
    </message>
    <message>
        <source>still wrong in the same way: kept</source>
        <translation>auf gleiche Weise falsch: behalten</translation>
    </message>
    <message>
        <source>wrong in another way: put back</source>
        <translation>auf andere Weise falsch: zurückgelegt</translation>
    </message>
    <message>
        <source>correct: put back</source>
        <translation>richtig: zurückgelegt</translation>
    </message>
    <message>
        <source>could not be built</source>
        <translation>nicht zu bauen</translation>
    </message>
    <message>
        <source>not decided</source>
        <translation>nicht entschieden</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n Operator</numerusform>
            <numerusform>%n Operatoren</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message numerus="yes">
        <source>nothing goes, %n tried</source>
        <translation>
            <numerusform>nichts fällt weg, %n versucht</numerusform>
            <numerusform>nichts fällt weg, %n versucht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tried</source>
        <translation>
            <numerusform>%n versucht</numerusform>
            <numerusform>%n versucht</numerusform>
        </translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>nicht nötig</translation>
    </message>
    <message>
        <source>to come</source>
        <translation>kommt noch</translation>
    </message>
    <message>
        <source>cut at the culprit</source>
        <translation>am Verursacher geschnitten</translation>
    </message>
    <message>
        <source>ending: what is known is written</source>
        <translation>endet: was bekannt ist, wird geschrieben</translation>
    </message>
    <message>
        <source>loading torch and executorch</source>
        <translation>torch und executorch werden geladen</translation>
    </message>
    <message numerus="yes">
        <source>%n candidate(s) tried</source>
        <translation>
            <numerusform>%n Kandidat versucht</numerusform>
            <numerusform>%n Kandidaten versucht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n candidate(s) tried, now %1</source>
        <translation>
            <numerusform>%n Kandidat versucht, jetzt %1</numerusform>
            <numerusform>%n Kandidaten versucht, jetzt %1</numerusform>
        </translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>cancelled before anything was found</source>
        <translation>abgebrochen, bevor etwas gefunden war</translation>
    </message>
    <message>
        <source>cancelled after %1: the smallest so far</source>
        <translation>nach %1 abgebrochen: das bisher kleinste</translation>
    </message>
    <message>
        <source>done in %1: the smallest program that is still wrong</source>
        <translation>fertig in %1: das kleinste Programm, das noch falsch ist</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n remedies tried</source>
        <translation>
            <numerusform>%1 von %n Abhilfe versucht</numerusform>
            <numerusform>%1 von %n Abhilfen versucht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>cancelled: %n of the remedies tried</source>
        <translation>
            <numerusform>abgebrochen: %n der Abhilfen versucht</numerusform>
            <numerusform>abgebrochen: %n der Abhilfen versucht</numerusform>
        </translation>
    </message>
    <message>
        <source>at most %1 left</source>
        <translation>höchstens noch %1</translation>
    </message>
    <message>
        <source>about %1 left</source>
        <translation>noch etwa %1</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) and %1 of input still show it: %2</source>
        <translation>
            <numerusform>%n Operator und %1 Eingabe zeigen es noch: %2</numerusform>
            <numerusform>%n Operatoren und %1 Eingabe zeigen es noch: %2</numerusform>
        </translation>
    </message>
    <message>
        <source>The smallest program that is still wrong is being looked for</source>
        <translation>Das kleinste Programm, das noch falsch ist, wird gesucht</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) and %1 of input still show it so far</source>
        <translation>
            <numerusform>%n Operator und %1 Eingabe zeigen es bisher noch</numerusform>
            <numerusform>%n Operatoren und %1 Eingabe zeigen es bisher noch</numerusform>
        </translation>
    </message>
    <message>
        <source>all outputs match then</source>
        <translation>damit sind alle Ausgaben gleich</translation>
    </message>
    <message>
        <source>less is wrong then</source>
        <translation>damit ist weniger falsch</translation>
    </message>
    <message>
        <source>Smallest mend so far: %1, %2</source>
        <translation>Kleinste Abhilfe bisher: %1, %2</translation>
    </message>
    <message>
        <source>Mend: %1, %2</source>
        <translation>Abhilfe: %1, %2</translation>
    </message>
    <message>
        <source>Save the patch</source>
        <translation>Patch speichern</translation>
    </message>
    <message>
        <source>Python (*.py)</source>
        <translation>Python (*.py)</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ResidentView</name>
    <message>
        <source>exact</source>
        <translation>genau</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>estimate</source>
        <translation>geschätzt</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>What will be resident</source>
        <translation>Was im Speicher sein wird</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>certainty</source>
        <translation>Gewissheit</translation>
    </message>
    <message>
        <source>how</source>
        <translation>wie</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ResultFiles</name>
    <message>
        <source>the program, as code</source>
        <translation>das Programm, als Code</translation>
    </message>
    <message>
        <source>exit 1 = still wrong</source>
        <translation>Ende 1 = noch falsch</translation>
    </message>
    <message>
        <source>the remedy, as code</source>
        <translation>die Abhilfe, als Code</translation>
    </message>
    <message>
        <source>title, versions, numbers</source>
        <translation>Titel, Versionen, Zahlen</translation>
    </message>
    <message>
        <source>Files of the result</source>
        <translation>Dateien des Ergebnisses</translation>
    </message>
    <message>
        <source>What is in the file</source>
        <translation>Was in der Datei steht</translation>
    </message>
    <message>
        <source># no text; Enter or a double click opens it in a window of its own</source>
        <translation># kein Text; Eingabe oder ein Doppelklick öffnet sie in einem eigenen Fenster</translation>
    </message>
    <message>
        <source># no text</source>
        <translation># kein Text</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>Liest %1</translation>
    </message>
</context>
<context>
    <name>etscope::ui::RowsPage</name>
    <message>
        <source>Filter: %1</source>
        <translation>Filter: %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>etscope::ui::RunBar</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>The run before</source>
        <translation>Der Lauf davor</translation>
    </message>
    <message>
        <source>The next run</source>
        <translation>Der nächste Lauf</translation>
    </message>
    <message>
        <source>times with %1</source>
        <translation>Zeiten mit %1</translation>
    </message>
    <message>
        <source>%1 · %2 of %3</source>
        <translation>%1 · %2 von %3</translation>
    </message>
    <message>
        <source>The call before</source>
        <translation>Der Aufruf davor</translation>
    </message>
    <message>
        <source>The next call</source>
        <translation>Der nächste Aufruf</translation>
    </message>
    <message>
        <source>Calls of the trace</source>
        <translation>Aufrufe des Traces</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s)</source>
        <translation>
            <numerusform>%n Aufruf</numerusform>
            <numerusform>%n Aufrufe</numerusform>
        </translation>
    </message>
    <message>
        <source>Call %1 of %2</source>
        <translation>Aufruf %1 von %2</translation>
    </message>
    <message>
        <source>Call %1</source>
        <translation>Aufruf %1</translation>
    </message>
</context>
<context>
    <name>etscope::ui::RunSheet</name>
    <message>
        <source>Run %1</source>
        <translation>%1 ausführen</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>methods and inputs</source>
        <translation>Methoden und Eingaben</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>Methoden</translation>
    </message>
    <message>
        <source>random (last resort)</source>
        <translation>zufällig (letzter Ausweg)</translation>
    </message>
    <message>
        <source>one module for all calls, in order</source>
        <translation>ein Modul für alle Aufrufe, der Reihe nach</translation>
    </message>
    <message>
        <source>a fresh module for each call</source>
        <translation>ein frisches Modul je Aufruf</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>This computer, Python</source>
        <translation>Dieser Rechner, Python</translation>
    </message>
    <message>
        <source>needs executorch alone, of any version that reads the program</source>
        <translation>braucht nur executorch, in jeder Version, die das Programm liest</translation>
    </message>
    <message>
        <source>Runner program</source>
        <translation>Runner-Programm</translation>
    </message>
    <message>
        <source>etscope-runner with your own backends; values leave while it runs</source>
        <translation>etscope-runner mit eigenen Backends; Werte gehen während des Laufs hinaus</translation>
    </message>
    <message>
        <source>Android device</source>
        <translation>Android-Gerät</translation>
    </message>
    <message>
        <source>adb pushes the runner, and pulls the results</source>
        <translation>adb bringt den Runner hin und holt die Ergebnisse</translation>
    </message>
    <message>
        <source>a Python that has executorch</source>
        <translation>ein Python, das executorch hat</translation>
    </message>
    <message>
        <source>an etscope-runner</source>
        <translation>ein etscope-runner</translation>
    </message>
    <message>
        <source>serial number, as “adb devices” says it</source>
        <translation>Seriennummer, wie „adb devices“ sie nennt</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Runner</source>
        <translation>Runner</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>What executes the program</source>
        <translation>Was das Programm ausführt</translation>
    </message>
    <message>
        <source>What to keep</source>
        <translation>Was bleibt</translation>
    </message>
    <message>
        <source>values and times are never measured together</source>
        <translation>Werte und Zeiten werden nie zusammen gemessen</translation>
    </message>
    <message>
        <source>All values</source>
        <translation>Alle Werte</translation>
    </message>
    <message>
        <source>of every instruction: finds the first wrong operator</source>
        <translation>jeder Instruktion: findet den ersten falschen Operator</translation>
    </message>
    <message>
        <source>Outputs only</source>
        <translation>Nur Ausgaben</translation>
    </message>
    <message>
        <source>enough to compare outputs and tokens</source>
        <translation>genug, um Ausgaben und Tokens zu vergleichen</translation>
    </message>
    <message>
        <source>Times only</source>
        <translation>Nur Zeiten</translation>
    </message>
    <message>
        <source>no values</source>
        <translation>keine Werte</translation>
    </message>
    <message>
        <source> × for times</source>
        <translation> × für Zeiten</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source> GiB</source>
        <translation> GiB</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Stop after</source>
        <translation>Abbruch nach</translation>
    </message>
    <message>
        <source>or over</source>
        <translation>oder über</translation>
    </message>
    <message>
        <source>Results go to</source>
        <translation>Ergebnisse nach</translation>
    </message>
    <message>
        <source>Folder of the results</source>
        <translation>Ordner der Ergebnisse</translation>
    </message>
    <message>
        <source>The same from the command line</source>
        <translation>Dasselbe auf der Kommandozeile</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>This executes the program and its delegates, in a process of its own. Opening files never does.</source>
        <translation>Das führt das Programm und seine Delegates aus, in einem eigenen Prozess. Das Öffnen von Dateien tut das nie.</translation>
    </message>
    <message>
        <source>Choose a method.</source>
        <translation>Wählen Sie eine Methode.</translation>
    </message>
    <message>
        <source>Planning the run</source>
        <translation>Der Lauf wird geplant</translation>
    </message>
    <message>
        <source>keeps state</source>
        <translation>behält Zustand</translation>
    </message>
    <message>
        <source>no state</source>
        <translation>kein Zustand</translation>
    </message>
    <message numerus="yes">
        <source>Run %n call(s)</source>
        <translation>
            <numerusform>%n Aufruf ausführen</numerusform>
            <numerusform>%n Aufrufe ausführen</numerusform>
        </translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Not told yet.</source>
        <translation>Noch nicht genannt.</translation>
    </message>
    <message>
        <source>Asking for its version…</source>
        <translation>Version wird erfragt…</translation>
    </message>
    <message>
        <source>Asking the runtime for its version</source>
        <translation>Die Version der Laufzeit wird erfragt</translation>
    </message>
    <message>
        <source>executorch %1</source>
        <translation>executorch %1</translation>
    </message>
    <message>
        <source>torch %1</source>
        <translation>torch %1</translation>
    </message>
    <message>
        <source>backends: %1</source>
        <translation>Backends: %1</translation>
    </message>
    <message>
        <source>Running the program</source>
        <translation>Das Programm wird ausgeführt</translation>
    </message>
    <message>
        <source>The run did not come to its end: %1</source>
        <translation>Der Lauf kam nicht zum Ende: %1</translation>
    </message>
    <message>
        <source>calls failed</source>
        <translation>Aufrufe schlugen fehl</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Loading the program…</source>
        <translation>Das Programm wird geladen…</translation>
    </message>
    <message>
        <source>%1: call %2 of %3</source>
        <translation>%1: Aufruf %2 von %3</translation>
    </message>
    <message>
        <source>The run was cancelled; nothing of it is kept.</source>
        <translation>Der Lauf wurde abgebrochen; nichts davon bleibt.</translation>
    </message>
    <message>
        <source>no session is open</source>
        <translation>keine Sitzung ist geöffnet</translation>
    </message>
    <message>
        <source>no program is open</source>
        <translation>kein Programm ist geöffnet</translation>
    </message>
    <message numerus="yes">
        <source>%n of the bundle</source>
        <translation>
            <numerusform>%n des Bundles</numerusform>
            <numerusform>%n des Bundles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the record</source>
        <translation>
            <numerusform>%n des Records</numerusform>
            <numerusform>%n des Records</numerusform>
        </translation>
    </message>
    <message>
        <source>the example inputs</source>
        <translation>die Beispiel-Eingaben</translation>
    </message>
    <message numerus="yes">
        <source>all %n that are there</source>
        <translation>
            <numerusform>%n, der da ist</numerusform>
            <numerusform>alle %n, die da sind</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the median of %n call(s) of earlier runs</source>
        <translation>
            <numerusform>die Zeit von %n Aufruf früherer Läufe</numerusform>
            <numerusform>den Median von %n Aufrufen früherer Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the median of %n call(s) of the trace</source>
        <translation>
            <numerusform>die Zeit von %n Aufruf des Traces</numerusform>
            <numerusform>den Median von %n Aufrufen des Traces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the median of %n run(s) of ETDumps, ticks taken for nanoseconds</source>
        <translation>
            <numerusform>die Zeit von %n Lauf in ETDumps, Takte als Nanosekunden genommen</numerusform>
            <numerusform>den Median von %n Läufen in ETDumps, Takte als Nanosekunden genommen</numerusform>
        </translation>
    </message>
    <message>
        <source>no earlier run tells</source>
        <translation>kein früherer Lauf sagt es</translation>
    </message>
    <message>
        <source>Cases of %1</source>
        <translation>Fälle von %1</translation>
    </message>
    <message>
        <source>all that are there</source>
        <translation>alle, die da sind</translation>
    </message>
    <message>
        <source>Inputs of one call</source>
        <translation>Eingaben eines Aufrufs</translation>
    </message>
    <message>
        <source>Looking for inputs</source>
        <translation>Eingaben werden gesucht</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>a file or folder…</source>
        <translation>eine Datei oder ein Ordner…</translation>
    </message>
    <message>
        <source>at least %1 of memory (program and data %2, planned memory %3, inputs %4, buffer of values up to %5; what delegates take for themselves is not in it)</source>
        <translation>mindestens %1 Speicher (Programm und Daten %2, geplanter Speicher %3, Eingaben %4, Puffer für Werte bis %5; was Delegates für sich nehmen, ist nicht dabei)</translation>
    </message>
    <message>
        <source>about %1 without loading, by %2</source>
        <translation>etwa %1 ohne Laden, nach: %2</translation>
    </message>
    <message>
        <source>time not known: no earlier run of %1</source>
        <translation>Zeit nicht bekannt: kein früherer Lauf von %1</translation>
    </message>
    <message>
        <source>Estimate: %1; %2.</source>
        <translation>Schätzung: %1; %2.</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>Fälle</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Order and state</source>
        <translation>Reihenfolge und Zustand</translation>
    </message>
</context>
<context>
    <name>etscope::ui::SavedPairs</name>
    <message>
        <source>Finding paired nodes</source>
        <translation>Gepaarte Knoten werden gesucht</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ScriptCopier</name>
    <message>
        <source>Writing a script for reference values</source>
        <translation>Skript für Referenzwerte wird geschrieben</translation>
    </message>
    <message>
        <source>Copied: a Python script that writes %1</source>
        <translation>Kopiert: ein Python-Skript, das %1 schreibt</translation>
    </message>
    <message>
        <source>There is no script: %1</source>
        <translation>Es gibt kein Skript: %1</translation>
    </message>
</context>
<context>
    <name>etscope::ui::SessionKeeper</name>
    <message>
        <source>There is no such address: %1</source>
        <translation>Diese Adresse gibt es nicht: %1</translation>
    </message>
    <message>
        <source>Not there any more: %1</source>
        <translation>Nicht mehr da: %1</translation>
    </message>
    <message>
        <source>%1 is saved</source>
        <translation>%1 ist gespeichert</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>Sitzung speichern</translation>
    </message>
    <message>
        <source>Sessions (*.etscope)</source>
        <translation>Sitzungen (*.etscope)</translation>
    </message>
    <message>
        <source>Notes of this session</source>
        <translation>Notizen zur Sitzung</translation>
    </message>
    <message>
        <source>The notes are not saved.</source>
        <translation>Die Notizen sind nicht gespeichert.</translation>
    </message>
    <message>
        <source>Written with File → Save session…</source>
        <translation>Geschrieben mit Datei → Sitzung speichern…</translation>
    </message>
    <message>
        <source>The advice on %1 in the session file is of other files or cases: it is not shown</source>
        <translation>Der Rat zu %1 in der Sitzungsdatei gilt anderen Dateien oder Fällen: er wird nicht gezeigt</translation>
    </message>
    <message>
        <source>%1 is saved without new advice: its files are still being read</source>
        <translation>%1 ist ohne neue Ratschläge gespeichert: die Dateien werden noch gelesen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::SessionMarker</name>
    <message>
        <source>Checking weights and named data</source>
        <translation>Gewichte und benannte Daten werden geprüft</translation>
    </message>
</context>
<context>
    <name>etscope::ui::SharingModel</name>
    <message>
        <source>not used</source>
        <translation>nicht genutzt</translation>
    </message>
    <message>
        <source>reads it</source>
        <translation>liest es</translation>
    </message>
    <message>
        <source>copy %1</source>
        <translation>Kopie %1</translation>
    </message>
    <message>
        <source>no name</source>
        <translation>kein Name</translation>
    </message>
    <message numerus="yes">
        <source>%n copies, equal bytes</source>
        <translation>
            <numerusform>%n Kopie, gleiche Bytes</numerusform>
            <numerusform>%n Kopien, gleiche Bytes</numerusform>
        </translation>
    </message>
    <message>
        <source>1 copy, shared</source>
        <translation>1 Kopie, geteilt</translation>
    </message>
    <message>
        <source>could save %1</source>
        <translation>könnte %1 sparen</translation>
    </message>
    <message>
        <source>saves %1</source>
        <translation>spart %1</translation>
    </message>
</context>
<context>
    <name>etscope::ui::SharingPanel</name>
    <message>
        <source>one copy</source>
        <translation>eine Kopie</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>What methods share</source>
        <translation>Was Methoden teilen</translation>
    </message>
    <message>
        <source>Nothing is shared, nothing is stored twice</source>
        <translation>Nichts wird geteilt, nichts ist doppelt gespeichert</translation>
    </message>
    <message numerus="yes">
        <source>%n shared, saves %1</source>
        <translation>
            <numerusform>%n geteilt, spart %1</numerusform>
            <numerusform>%n geteilt, spart %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stored twice or more, could save %1</source>
        <translation>
            <numerusform>%n mehrfach gespeichert, könnte %1 sparen</numerusform>
            <numerusform>%n mehrfach gespeichert, könnte %1 sparen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::ShrinkPage</name>
    <message>
        <source>Back to the table</source>
        <translation>Zurück zur Tabelle</translation>
    </message>
    <message>
        <source>Nothing to shrink or to mend</source>
        <translation>Nichts zu verkleinern oder zu beheben</translation>
    </message>
    <message>
        <source>Both begin at an operator that is at fault: the runs of the program tell it.</source>
        <translation>Beides beginnt bei einem Operator, der schuld ist: die Läufe des Programms sagen ihn.</translation>
    </message>
    <message>
        <source>The smallest program that is still wrong, and what mends it</source>
        <translation>Das kleinste Programm, das noch falsch ist, und was es behebt</translation>
    </message>
    <message>
        <source>Of %1: programs are cut out of the record, lowered, run and judged, until the smallest that is still wrong in the same way is left: a folder that can be reported. Then changes of the export are tried, until one makes all outputs right.</source>
        <translation>Von %1: aus der Aufzeichnung werden Programme geschnitten, abgesenkt, ausgeführt und beurteilt, bis das kleinste übrig ist, das noch auf gleiche Weise falsch ist: ein Ordner, der gemeldet werden kann. Dann werden Änderungen des Exports versucht, bis eine alle Ausgaben richtig macht.</translation>
    </message>
    <message>
        <source>Shrink…</source>
        <translation>Verkleinern…</translation>
    </message>
    <message>
        <source>executes generated programs with your Python</source>
        <translation>führt erzeugte Programme mit Ihrem Python aus</translation>
    </message>
    <message>
        <source>Mend…</source>
        <translation>Beheben…</translation>
    </message>
    <message>
        <source>without the smallest program</source>
        <translation>ohne das kleinste Programm</translation>
    </message>
    <message>
        <source>There is one culprit in view.</source>
        <translation>Ein Verursacher ist zu sehen.</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ShrinkPart</name>
    <message>
        <source>of %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>Shrink</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>the smallest program that is still wrong</source>
        <translation>das kleinste Programm, das noch falsch ist</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Shrink…</source>
        <translation>Verkleinern…</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n file(s)</source>
        <translation>
            <numerusform>%1, %n Datei</numerusform>
            <numerusform>%1, %n Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>the script shows it: exit 1</source>
        <translation>das Skript zeigt es: Ende 1</translation>
    </message>
    <message>
        <source>torch and executorch only, no network</source>
        <translation>nur torch und executorch, kein Netz</translation>
    </message>
    <message>
        <source>Own error</source>
        <translation>Eigener Fehler</translation>
    </message>
    <message>
        <source>no rounding explains it</source>
        <translation>kein Runden erklärt es</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>war %1</translation>
    </message>
    <message>
        <source>How far the result is off, as a multiple of what rounding normally gives</source>
        <translation>Wie weit das Ergebnis daneben liegt, als Vielfaches dessen, was Runden üblicherweise gibt</translation>
    </message>
</context>
<context>
    <name>etscope::ui::SidePane</name>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Close this graph</source>
        <translation>Diesen Graphen schließen</translation>
    </message>
    <message>
        <source>this one</source>
        <translation>dieser</translation>
    </message>
    <message>
        <source>another…</source>
        <translation>anderer…</translation>
    </message>
    <message>
        <source>Compare with another export</source>
        <translation>Mit anderem Export vergleichen</translation>
    </message>
    <message>
        <source>Joining two graphs</source>
        <translation>Zwei Graphen werden verbunden</translation>
    </message>
    <message>
        <source>not here</source>
        <translation>nicht hier</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n Knoten</numerusform>
            <numerusform>%n Knoten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::SidesLine</name>
    <message>
        <source>Change…</source>
        <translation>Wechseln…</translation>
    </message>
    <message>
        <source>Compare with another export</source>
        <translation>Mit anderem Export vergleichen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>Swap the sides</source>
        <translation>Die Seiten tauschen</translation>
    </message>
    <message>
        <source>Swap the sides: what was before comes into view, and this session is before</source>
        <translation>Seiten tauschen: was vorher war, wird gezeigt, und diese Sitzung ist vorher</translation>
    </message>
    <message>
        <source>Compare with nothing: the export before is closed</source>
        <translation>Mit nichts vergleichen: der Export davor wird geschlossen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::SizesPage</name>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Filter: padding, kind:delegate, owner:text_decoder</source>
        <translation>Filter: Füllbytes, art:Delegate, besitzer:text_decoder</translation>
    </message>
    <message>
        <source>Accounting for bytes</source>
        <translation>Bytes werden abgerechnet</translation>
    </message>
    <message>
        <source>No sizes</source>
        <translation>Keine Größen</translation>
    </message>
    <message>
        <source>None of the files of this session could be read.</source>
        <translation>Keine der Dateien dieser Sitzung konnte gelesen werden.</translation>
    </message>
    <message>
        <source>Add a file that can be.</source>
        <translation>Eine lesbare Datei hinzufügen.</translation>
    </message>
    <message>
        <source>all files</source>
        <translation>alle Dateien</translation>
    </message>
    <message>
        <source>By owner</source>
        <translation>Nach Besitzer</translation>
    </message>
    <message>
        <source>By kind</source>
        <translation>Nach Art</translation>
    </message>
    <message>
        <source>By offset</source>
        <translation>Nach Offset</translation>
    </message>
    <message>
        <source>double-click: go in · Backspace: out</source>
        <translation>Doppelklick: hinein · Rücktaste: hinaus</translation>
    </message>
</context>
<context>
    <name>etscope::ui::SourceDock</name>
    <message>
        <source>Stack frames</source>
        <translation>Stack-Frames</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Select an operator to see the source line that made it.</source>
        <translation>Einen Operator auswählen, um die Quellzeile zu sehen, aus der er entstand.</translation>
    </message>
    <message>
        <source>Reading the stack trace</source>
        <translation>Stack-Trace wird gelesen</translation>
    </message>
    <message>
        <source>Neither this node nor those it was made from have a stack trace.</source>
        <translation>Weder dieser Knoten noch die, aus denen er entstand, haben einen Stack-Trace.</translation>
    </message>
    <message>
        <source>Reading the source</source>
        <translation>Quelltext wird gelesen</translation>
    </message>
    <message>
        <source>%1, line %2 as recorded; the file is not on this machine</source>
        <translation>%1, Zeile %2 wie aufgezeichnet; die Datei ist nicht auf diesem Rechner</translation>
    </message>
    <message>
        <source>%1, read from disk; the line agrees with the record</source>
        <translation>%1, von der Platte gelesen; die Zeile stimmt mit dem Record überein</translation>
    </message>
    <message>
        <source>%1, read from disk; the record says: %2</source>
        <translation>%1, von der Platte gelesen; der Record sagt: %2</translation>
    </message>
</context>
<context>
    <name>etscope::ui::SpliceBar</name>
    <message>
        <source>Rows of the prompt by where they come from</source>
        <translation>Zeilen des Prompts nach ihrer Herkunft</translation>
    </message>
    <message>
        <source>rows %1 … %2</source>
        <translation>Zeilen %1 … %2</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>first row</source>
        <translation>erste Zeile</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>where they come from</source>
        <translation>woher sie kommen</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Stand</translation>
    </message>
</context>
<context>
    <name>etscope::ui::StageTexts</name>
    <message>
        <source>✓ exact</source>
        <translation>✓ genau</translation>
    </message>
    <message>
        <source>✓ normal</source>
        <translation>✓ üblich</translation>
    </message>
    <message>
        <source>◇ quantisation</source>
        <translation>◇ Quantisierung</translation>
    </message>
    <message>
        <source>≠ differs</source>
        <translation>≠ weicht ab</translation>
    </message>
    <message>
        <source>? not known</source>
        <translation>? nicht bekannt</translation>
    </message>
    <message>
        <source>reference outputs</source>
        <translation>Referenzausgaben</translation>
    </message>
    <message>
        <source>program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>The outputs change between %1 and %2.</source>
        <translation>Die Ausgaben ändern sich zwischen %1 und %2.</translation>
    </message>
    <message>
        <source>The outputs change between %1 and %2, first at</source>
        <translation>Die Ausgaben ändern sich zwischen %1 und %2, zuerst bei</translation>
    </message>
    <message>
        <source>%1 and %2 differ; what the case went on from is not recorded, so that they may have to.</source>
        <translation>%1 und %2 unterscheiden sich; wovon der Fall ausging, ist nicht aufgezeichnet, vielleicht müssen sie es also.</translation>
    </message>
    <message>
        <source>▲ suspicious</source>
        <translation>▲ verdächtig</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>quantised from %1 on</source>
        <translation>quantisiert ab %1</translation>
    </message>
    <message>
        <source>No stage was compared.</source>
        <translation>Es wurde keine Stufe verglichen.</translation>
    </message>
    <message>
        <source>From %1 to %2 no stage changes the outputs by more than rounding or quantisation does.</source>
        <translation>Von %1 bis %2 ändert keine Stufe die Ausgaben um mehr, als Rundung oder Quantisierung es tut.</translation>
    </message>
    <message>
        <source>From %1 to %2 no stage that is known changes the outputs beyond rounding or quantisation.</source>
        <translation>Von %1 bis %2 ändert keine bekannte Stufe die Ausgaben über Rundung oder Quantisierung hinaus.</translation>
    </message>
</context>
<context>
    <name>etscope::ui::StagesPage</name>
    <message>
        <source>No graph of %1 is recorded</source>
        <translation>Von %1 ist kein Graph aufgezeichnet</translation>
    </message>
    <message>
        <source>What is compared from stage to stage is its outputs.</source>
        <translation>Verglichen werden von Stufe zu Stufe seine Ausgaben.</translation>
    </message>
    <message>
        <source>Add the ETRecord of its export.</source>
        <translation>Den ETRecord seines Exports hinzufügen.</translation>
    </message>
    <message>
        <source>The stages are not compared yet</source>
        <translation>Die Stufen sind noch nicht verglichen</translation>
    </message>
    <message>
        <source>Each recorded graph is computed with the same inputs, and its outputs are held against the next one&apos;s.</source>
        <translation>Jeder aufgezeichnete Graph wird mit denselben Eingaben berechnet, und seine Ausgaben werden mit denen des nächsten verglichen.</translation>
    </message>
    <message>
        <source>Compare the stages</source>
        <translation>Stufen vergleichen</translation>
    </message>
    <message>
        <source>Each stage takes %1.</source>
        <translation>Jede Stufe braucht %1.</translation>
    </message>
    <message>
        <source>Run %1 is of no case of this method: shown is case %2.</source>
        <translation>Lauf %1 gehört zu keinem Fall dieser Methode: gezeigt ist Fall %2.</translation>
    </message>
</context>
<context>
    <name>etscope::ui::StartPage</name>
    <message>
        <source>Open an export</source>
        <translation>Einen Export öffnen</translation>
    </message>
    <message>
        <source>Give it everything you have of one model, in any order. Files are told apart by content and joined.</source>
        <translation>Alles geben, was von einem Modell da ist, in beliebiger Reihenfolge. Dateien werden am Inhalt erkannt und verbunden.</translation>
    </message>
    <message>
        <source>Open files…  %1</source>
        <translation>Dateien öffnen…  %1</translation>
    </message>
    <message>
        <source>Sessions that you open are listed here.</source>
        <translation>Geöffnete Sitzungen stehen hier.</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>Ordner öffnen…</translation>
    </message>
    <message>
        <source>Open the sample session</source>
        <translation>Beispielsitzung öffnen</translation>
    </message>
    <message>
        <source>Which files do I need?</source>
        <translation>Welche Dateien brauche ich?</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Clear the list of recent sessions</source>
        <translation>Liste der zuletzt geöffneten Sitzungen leeren</translation>
    </message>
    <message>
        <source>Open from the command line</source>
        <translation>Von der Befehlszeile öffnen</translation>
    </message>
    <message>
        <source>every command</source>
        <translation>alle Befehle</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>add files to the session</source>
        <translation>Dateien zur Sitzung hinzufügen</translation>
    </message>
    <message>
        <source>Nothing leaves this computer. Files are read in place, never changed, nothing in them is run.</source>
        <translation>Nichts verlässt diesen Rechner. Dateien werden an ihrem Ort gelesen, nie geändert, nichts in ihnen wird ausgeführt.</translation>
    </message>
    <message>
        <source>Where is %1?</source>
        <translation>Wo ist %1?</translation>
    </message>
</context>
<context>
    <name>etscope::ui::StateView</name>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
</context>
<context>
    <name>etscope::ui::States</name>
    <message numerus="yes">
        <source>%1 of %n case(s) differ</source>
        <translation>
            <numerusform>%1 von %n Fall weicht ab</numerusform>
            <numerusform>%1 von %n Fällen weichen ab</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not comparable</source>
        <translation>
            <numerusform>%n nicht vergleichbar</numerusform>
            <numerusform>%n nicht vergleichbar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) match</source>
        <translation>
            <numerusform>%n Ausgabe passt</numerusform>
            <numerusform>%n Ausgaben passen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) not compared</source>
        <translation>
            <numerusform>%n Ausgabe nicht verglichen</numerusform>
            <numerusform>%n Ausgaben nicht verglichen</numerusform>
        </translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>nicht verglichen</translation>
    </message>
    <message>
        <source>does not belong</source>
        <translation>gehört nicht dazu</translation>
    </message>
    <message numerus="yes">
        <source>belongs, %n constant(s) differ(s)</source>
        <translation>
            <numerusform>gehört dazu, %n Konstante weicht ab</numerusform>
            <numerusform>gehört dazu, %n Konstanten weichen ab</numerusform>
        </translation>
    </message>
    <message>
        <source>may belong</source>
        <translation>gehört vielleicht dazu</translation>
    </message>
    <message>
        <source>nothing tells</source>
        <translation>nichts sagt es</translation>
    </message>
    <message>
        <source>checking …</source>
        <translation>wird geprüft …</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>readable in part</source>
        <translation>teilweise lesbar</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>verschieden</translation>
    </message>
    <message>
        <source>the program has the same</source>
        <translation>das Programm hat dasselbe</translation>
    </message>
    <message>
        <source>differs from the program&apos;s</source>
        <translation>weicht von dem des Programms ab</translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s) differ(s)</source>
        <translation>
            <numerusform>%n Gewicht weicht ab</numerusform>
            <numerusform>%n Gewichte weichen ab</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s) equal</source>
        <translation>
            <numerusform>%n Gewicht gleich</numerusform>
            <numerusform>%n Gewichte gleich</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n Befund</numerusform>
            <numerusform>%n Befunde</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stored twice or more</source>
        <translation>
            <numerusform>%n doppelt oder mehrfach gespeichert</numerusform>
            <numerusform>%n doppelt oder mehrfach gespeichert</numerusform>
        </translation>
    </message>
    <message>
        <source>higher than normal</source>
        <translation>höher als üblich</translation>
    </message>
    <message>
        <source>a result inside is not what it should be</source>
        <translation>ein Ergebnis darin ist nicht, was es sein soll</translation>
    </message>
    <message>
        <source>the error of a call inside is higher than normal</source>
        <translation>der Fehler eines Aufrufs darin ist höher als normal</translation>
    </message>
    <message>
        <source>inherits an error</source>
        <translation>erbt einen Fehler</translation>
    </message>
    <message>
        <source>an error from before goes on inside; no call inside is known to be at fault</source>
        <translation>ein Fehler von davor geht darin weiter; von keinem Aufruf darin ist bekannt, dass er schuld ist</translation>
    </message>
    <message>
        <source>at fault: its result is not what it should be</source>
        <translation>schuld: sein Ergebnis ist nicht, was es sein soll</translation>
    </message>
    <message>
        <source>an error from before goes on here</source>
        <translation>ein Fehler von davor geht hier weiter</translation>
    </message>
    <message>
        <source>correct</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>every call inside is correct for its inputs</source>
        <translation>jeder Aufruf darin ist für seine Eingaben korrekt</translation>
    </message>
    <message>
        <source>matches</source>
        <translation>passt</translation>
    </message>
</context>
<context>
    <name>etscope::ui::StatusArea</name>
    <message>
        <source>Copy address (%1)</source>
        <translation>Adresse kopieren (%1)</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the running job</source>
        <translation>Laufende Aufgabe abbrechen</translation>
    </message>
    <message>
        <source>%1 +%2</source>
        <translation>%1 +%2</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n Warnung</numerusform>
            <numerusform>%n Warnungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n Hinweis</numerusform>
            <numerusform>%n Hinweise</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) · %1</source>
        <translation>
            <numerusform>%n Datei · %1</numerusform>
            <numerusform>%n Dateien · %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel: %1, %2 %</source>
        <translation>Abbrechen: %1, %2 %</translation>
    </message>
    <message>
        <source>Cancel: %1</source>
        <translation>Abbrechen: %1</translation>
    </message>
    <message>
        <source>Cancel all</source>
        <translation>Alle abbrechen</translation>
    </message>
    <message>
        <source>checking …</source>
        <translation>wird geprüft …</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Erneut prüfen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::StepStrip</name>
    <message>
        <source>The whole run by layer</source>
        <translation>Der ganze Lauf nach Schichten</translation>
    </message>
    <message>
        <source>The whole run by layer: drag the frame</source>
        <translation>Der ganze Lauf nach Schichten: den Rahmen ziehen</translation>
    </message>
    <message>
        <source>%1 … %2 ms of %3</source>
        <translation>%1 … %2 ms von %3</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>Ganzer Lauf</translation>
    </message>
</context>
<context>
    <name>etscope::ui::StepsPage</name>
    <message>
        <source>Reading runs</source>
        <translation>Läufe lesen</translation>
    </message>
    <message>
        <source>Comparing the layers of all runs</source>
        <translation>Schichten aller Läufe vergleichen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::SubViews</name>
    <message numerus="yes">
        <source>%n more view(s)</source>
        <translation>
            <numerusform>%n weitere Ansicht</numerusform>
            <numerusform>%n weitere Ansichten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::SurenessLegend</name>
    <message>
        <source>underline: its probability</source>
        <translation>unterstrichen: Wahrscheinlichkeit</translation>
    </message>
</context>
<context>
    <name>etscope::ui::TableFilter</name>
    <message>
        <source>Arranging rows</source>
        <translation>Zeilen werden geordnet</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>aufgeklappt</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>eingeklappt</translation>
    </message>
</context>
<context>
    <name>etscope::ui::TableView</name>
    <message>
        <source>Save this table</source>
        <translation>Tabelle speichern</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv *.json *.md)</source>
        <translation>Tabellen (*.csv *.tsv *.json *.md)</translation>
    </message>
    <message>
        <source>.csv, .tsv, .json or .md</source>
        <translation>.csv, .tsv, .json oder .md</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open the file inside</source>
        <translation>Datei darin öffnen</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Copy cell</source>
        <translation>Zelle kopieren</translation>
    </message>
    <message>
        <source>Filter on this value</source>
        <translation>Nach diesem Wert filtern</translation>
    </message>
    <message>
        <source>Copy as</source>
        <translation>Kopieren als</translation>
    </message>
    <message>
        <source>TSV</source>
        <translation>TSV</translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Save table as…</source>
        <translation>Tabelle speichern als…</translation>
    </message>
    <message>
        <source>Sort ascending</source>
        <translation>Aufsteigend sortieren</translation>
    </message>
    <message>
        <source>Sort descending</source>
        <translation>Absteigend sortieren</translation>
    </message>
    <message>
        <source>Do not sort</source>
        <translation>Nicht sortieren</translation>
    </message>
    <message>
        <source>Fit columns</source>
        <translation>Spalten einpassen</translation>
    </message>
    <message>
        <source>Searching the table</source>
        <translation>Tabelle wird durchsucht</translation>
    </message>
    <message>
        <source>Copying rows</source>
        <translation>Zeilen werden kopiert</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>%1 wird geschrieben</translation>
    </message>
    <message>
        <source>Unfold all rows	*</source>
        <translation>Alle Zeilen aufklappen	*</translation>
    </message>
    <message>
        <source>Fold all rows	/</source>
        <translation>Alle Zeilen einklappen	/</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>No row matches “%1”.</source>
        <translation>Keine Zeile passt zu „%1“.</translation>
    </message>
    <message>
        <source>Remove from the session	Del</source>
        <translation>Aus der Sitzung entfernen	Entf</translation>
    </message>
</context>
<context>
    <name>etscope::ui::TalkTexts</name>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Assistent</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) at positions %1 … %2</source>
        <translation>
            <numerusform>%n Zeile an Position %1 … %2</numerusform>
            <numerusform>%n Zeilen an den Positionen %1 … %2</numerusform>
        </translation>
    </message>
    <message>
        <source>no call was given it</source>
        <translation>kein Aufruf bekam es</translation>
    </message>
    <message>
        <source>call %1: %2</source>
        <translation>Aufruf %1: %2</translation>
    </message>
    <message>
        <source>size, order of channels and normalisation undone: equals the picture</source>
        <translation>Größe, Reihenfolge der Kanäle und Normierung zurückgerechnet: gleicht dem Bild</translation>
    </message>
    <message>
        <source>not known: %1</source>
        <translation>nicht bekannt: %1</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurückgesetzt</translation>
    </message>
    <message>
        <source>all begins anew</source>
        <translation>alles beginnt von vorn</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more line(s)</source>
        <translation>
            <numerusform>… und %n weitere Zeile</numerusform>
            <numerusform>… und %n weitere Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <translation>%1, in %2</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more picture(s)</source>
        <translation>
            <numerusform>… und %n weiteres Bild</numerusform>
            <numerusform>… und %n weitere Bilder</numerusform>
        </translation>
    </message>
    <message>
        <source>Template</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>as the chat template makes it</source>
        <translation>wie die Chat-Vorlage es macht</translation>
    </message>
    <message>
        <source>Ids</source>
        <translation>Ids</translation>
    </message>
    <message numerus="yes">
        <source>%n id(s)</source>
        <translation>
            <numerusform>%n Id</numerusform>
            <numerusform>%n Ids</numerusform>
        </translation>
    </message>
    <message>
        <source>ids equal</source>
        <translation>Ids gleich</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n Token</numerusform>
            <numerusform>%n Tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more token(s)</source>
        <translation>
            <numerusform>… und %n weiteres Token</numerusform>
            <numerusform>… und %n weitere Tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in place of %2</source>
        <translation>%1 statt %2</translation>
    </message>
    <message>
        <source>The reference says %1</source>
        <translation>Die Referenz sagt %1</translation>
    </message>
    <message>
        <source>positions %1 … %2</source>
        <translation>Positionen %1 … %2</translation>
    </message>
    <message>
        <source>position %1</source>
        <translation>Position %1</translation>
    </message>
    <message numerus="yes">
        <source>%n decode step(s) before</source>
        <translation>
            <numerusform>%n Schritt davor</numerusform>
            <numerusform>%n Schritte davor</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) not known</source>
        <translation>
            <numerusform>%n Zeile nicht bekannt</numerusform>
            <numerusform>%n Zeilen nicht bekannt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n embedding(s)</source>
        <translation>
            <numerusform>%n Einbettung</numerusform>
            <numerusform>%n Einbettungen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, rows %2 … %3</source>
        <translation>%1, Zeilen %2 … %3</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>rows %1 … %2 of the output of call %3, %4</source>
        <translation>Zeilen %1 … %2 der Ausgabe von Aufruf %3, %4</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>id %1</source>
        <translation>Id %1</translation>
    </message>
    <message>
        <source>reference %1</source>
        <translation>Referenz %1</translation>
    </message>
    <message>
        <source>the reference’s</source>
        <translation>das der Referenz</translation>
    </message>
    <message>
        <source>the reference’s, %1</source>
        <translation>das der Referenz, %1</translation>
    </message>
    <message>
        <source>no reference computed</source>
        <translation>keine Referenz berechnet</translation>
    </message>
    <message>
        <source>call %1</source>
        <translation>Aufruf %1</translation>
    </message>
    <message>
        <source>margin of the reference %1</source>
        <translation>Vorsprung der Referenz %1</translation>
    </message>
    <message>
        <source>error of the logits up to %1</source>
        <translation>Fehler der Logits bis %1</translation>
    </message>
    <message>
        <source>not computed</source>
        <translation>nicht berechnet</translation>
    </message>
    <message>
        <source>the reference says %1</source>
        <translation>die Referenz sagt %1</translation>
    </message>
    <message>
        <source>an error like this can turn the choice</source>
        <translation>ein solcher Fehler kann die Wahl ändern</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) before</source>
        <translation>
            <numerusform>%n Aufruf davor</numerusform>
            <numerusform>%n Aufrufe davor</numerusform>
        </translation>
    </message>
    <message>
        <source>call %1, %2, row by row</source>
        <translation>Aufruf %1, %2, Zeile für Zeile</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n row(s) proven by bytes</source>
        <translation>
            <numerusform>%1 von %n Zeile durch Bytes bewiesen</numerusform>
            <numerusform>%1 von %n Zeilen durch Bytes bewiesen</numerusform>
        </translation>
    </message>
    <message>
        <source>row %1 of %2</source>
        <translation>Zeile %1 von %2</translation>
    </message>
    <message>
        <source>greedy</source>
        <translation>das wahrscheinlichste</translation>
    </message>
    <message>
        <source>sampled, or not told how</source>
        <translation>gezogen, oder es ist nicht gesagt</translation>
    </message>
    <message>
        <source>the trace has no logits of it</source>
        <translation>der Trace hat keine Logits davon</translation>
    </message>
    <message>
        <source>no reference: %1</source>
        <translation>keine Referenz: %1</translation>
    </message>
    <message>
        <source>error here %1</source>
        <translation>Fehler hier %1</translation>
    </message>
    <message>
        <source>margin of the reference %1, error here %2</source>
        <translation>Vorsprung der Referenz %1, Fehler hier %2</translation>
    </message>
</context>
<context>
    <name>etscope::ui::TalkView</name>
    <message>
        <source>The conversation</source>
        <translation>Das Gespräch</translation>
    </message>
    <message>
        <source>picture %1</source>
        <translation>Bild %1</translation>
    </message>
    <message>
        <source>not shown: %1</source>
        <translation>nicht gezeigt: %1</translation>
    </message>
</context>
<context>
    <name>etscope::ui::TargetTexts</name>
    <message>
        <source>On the runtime</source>
        <translation>Auf der Laufzeit</translation>
    </message>
    <message>
        <source>This computer, Python</source>
        <translation>Dieser Rechner, Python</translation>
    </message>
    <message>
        <source>Runner program</source>
        <translation>Runner-Programm</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>What executes the program</source>
        <translation>Was das Programm ausführt</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Execute</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>a Python that has executorch</source>
        <translation>ein Python, das executorch hat</translation>
    </message>
    <message>
        <source>an etscope-runner</source>
        <translation>ein etscope-runner</translation>
    </message>
</context>
<context>
    <name>etscope::ui::TensorsPage</name>
    <message>
        <source>No tensor selected</source>
        <translation>Kein Tensor ausgewählt</translation>
    </message>
    <message>
        <source>Go to min</source>
        <translation>Zum Minimum</translation>
    </message>
    <message>
        <source>Go to max</source>
        <translation>Zum Maximum</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>linear bins</source>
        <translation>lineare Klassen</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>Views of the tensor</source>
        <translation>Ansichten des Tensors</translation>
    </message>
    <message>
        <source>Listing tensors</source>
        <translation>Tensoren werden aufgelistet</translation>
    </message>
    <message>
        <source>No elements to measure: %1</source>
        <translation>Keine Elemente zu messen: %1</translation>
    </message>
    <message>
        <source>measuring …</source>
        <translation>wird gemessen …</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>Export tensor</source>
        <translation>Tensor exportieren</translation>
    </message>
    <message>
        <source>Tensors (*.npy *.npz *.safetensors *.csv *.bin)</source>
        <translation>Tensoren (*.npy *.npz *.safetensors *.csv *.bin)</translation>
    </message>
    <message>
        <source>Nothing was written: the name must end in .npy, .npz, .safetensors, .csv or .bin</source>
        <translation>Nichts wurde geschrieben: der Name muss auf .npy, .npz, .safetensors, .csv oder .bin enden</translation>
    </message>
    <message>
        <source>exporting …</source>
        <translation>wird exportiert …</translation>
    </message>
    <message>
        <source>Exporting</source>
        <translation>Export läuft</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>Exportiert nach %1</translation>
    </message>
    <message>
        <source>Not exported: %1</source>
        <translation>Nicht exportiert: %1</translation>
    </message>
    <message>
        <source>Filter: layers.0, role:parameter, type_and_shape:f32, /kv_cache/</source>
        <translation>Filter: layers.0, rolle:Parameter, typ_und_form:f32, /kv_cache/</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>No tensors</source>
        <translation>Keine Tensoren</translation>
    </message>
    <message>
        <source>No file of this session holds tensors.</source>
        <translation>Keine Datei dieser Sitzung enthält Tensoren.</translation>
    </message>
    <message>
        <source>Add an ETRecord, a program or files of values.</source>
        <translation>Ein ETRecord, ein Programm oder Dateien mit Werten hinzufügen.</translation>
    </message>
    <message>
        <source>Add another copy of these files.</source>
        <translation>Eine andere Kopie dieser Dateien hinzufügen.</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>finite</source>
        <translation>endlich</translation>
    </message>
    <message>
        <source>zero</source>
        <translation>null</translation>
    </message>
    <message>
        <source>min</source>
        <translation>min</translation>
    </message>
    <message>
        <source>max</source>
        <translation>max</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>standard deviation</source>
        <translation>Standardabweichung</translation>
    </message>
    <message>
        <source>L1 norm</source>
        <translation>L1-Norm</translation>
    </message>
    <message>
        <source>L2 norm</source>
        <translation>L2-Norm</translation>
    </message>
    <message numerus="yes">
        <source>%n weights and buffers</source>
        <translation>
            <numerusform>%n Gewicht oder Puffer</numerusform>
            <numerusform>%n Gewichte und Puffer</numerusform>
        </translation>
    </message>
    <message>
        <source>min, finite</source>
        <translation>min, endlich</translation>
    </message>
    <message>
        <source>max, finite</source>
        <translation>max, endlich</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n row(s)</source>
        <translation>
            <numerusform>%1 von %n Zeile</numerusform>
            <numerusform>%1 von %n Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 in %n row(s), one for each stage and file</source>
        <translation>
            <numerusform>%1 in %n Zeile, eine für jede Stufe und Datei</numerusform>
            <numerusform>%1 in %n Zeilen, eine für jede Stufe und Datei</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n other tensor(s) below</source>
        <translation>
            <numerusform>%1; darunter %n weiterer Tensor</numerusform>
            <numerusform>%1; darunter %n weitere Tensoren</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::TextLabel</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::TextWindow</name>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>The first %1 of %2 lines</source>
        <translation>Die ersten %1 von %2 Zeilen</translation>
    </message>
</context>
<context>
    <name>etscope::ui::TimeHistogram</name>
    <message>
        <source>How often it took how long</source>
        <translation>Wie oft es wie lange dauerte</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message numerus="yes">
        <source>%n time(s)</source>
        <translation>
            <numerusform>%n-mal</numerusform>
            <numerusform>%n-mal</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::TimelineView</name>
    <message>
        <source>Events of the run over time</source>
        <translation>Ereignisse des Laufs über die Zeit</translation>
    </message>
    <message>
        <source>start ms</source>
        <translation>Anfang ms</translation>
    </message>
    <message>
        <source>end ms</source>
        <translation>Ende ms</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
</context>
<context>
    <name>etscope::ui::TokenLine</name>
    <message>
        <source>over 90 %</source>
        <translation>über 90 %</translation>
    </message>
    <message>
        <source>50 … 90 %</source>
        <translation>50 … 90 %</translation>
    </message>
    <message>
        <source>under 50 %</source>
        <translation>unter 50 %</translation>
    </message>
    <message>
        <source>wrong, or not the reference’s</source>
        <translation>falsch, oder nicht das der Referenz</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>Tokens that were chosen</source>
        <translation>Gewählte Tokens</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>what is known of it</source>
        <translation>was davon bekannt ist</translation>
    </message>
</context>
<context>
    <name>etscope::ui::TokenPanel</name>
    <message>
        <source>The token before (←)</source>
        <translation>Das Token davor (←)</translation>
    </message>
    <message>
        <source>The next token (→)</source>
        <translation>Das nächste Token (→)</translation>
    </message>
    <message>
        <source>Calls that made it</source>
        <translation>Aufrufe, die es ergaben</translation>
    </message>
    <message>
        <source>Splice of the prompt</source>
        <translation>Woraus der Prompt besteht</translation>
    </message>
    <message>
        <source>Choice</source>
        <translation>Wahl</translation>
    </message>
    <message>
        <source>Token %1: “%2”</source>
        <translation>Token %1: „%2“</translation>
    </message>
    <message>
        <source>the token is read from call %1</source>
        <translation>das Token ist aus Aufruf %1 gelesen</translation>
    </message>
    <message>
        <source>the trace does not say which</source>
        <translation>der Trace sagt nicht, welche</translation>
    </message>
</context>
<context>
    <name>etscope::ui::TokenStrip</name>
    <message>
        <source>Tokens by position</source>
        <translation>Tokens nach Position</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>input token, inferred</source>
        <translation>Eingabe, erschlossen</translation>
    </message>
    <message>
        <source>input token</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>reference next</source>
        <translation>Referenz, nächstes</translation>
    </message>
    <message>
        <source>runtime next</source>
        <translation>Laufzeit, nächstes</translation>
    </message>
    <message>
        <source>KL divergence, nat</source>
        <translation>KL-Divergenz, nat</translation>
    </message>
    <message>
        <source>Position %1: reference %2, runtime %3, KL %4</source>
        <translation>Position %1: Referenz %2, Laufzeit %3, KL %4</translation>
    </message>
    <message>
        <source>position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>what</source>
        <translation>was</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>etscope::ui::TokensPage</name>
    <message>
        <source>%1 · output %2</source>
        <translation>%1 · Ausgabe %2</translation>
    </message>
    <message>
        <source>of</source>
        <translation>von</translation>
    </message>
    <message>
        <source>Nothing to compare</source>
        <translation>Nichts zu vergleichen</translation>
    </message>
    <message>
        <source>The session has neither reference outputs nor runtime values.</source>
        <translation>Die Sitzung hat weder Referenzausgaben noch Laufzeitwerte.</translation>
    </message>
    <message>
        <source>Add an ETRecord with reference outputs, and the values of a run.</source>
        <translation>Einen ETRecord mit Referenzausgaben und die Werte eines Laufs hinzufügen.</translation>
    </message>
    <message>
        <source>Looking for a vocabulary</source>
        <translation>Ein Vokabular wird gesucht</translation>
    </message>
    <message>
        <source>No output of %1 is over a vocabulary</source>
        <translation>Keine Ausgabe von %1 geht über ein Vokabular</translation>
    </message>
    <message>
        <source>Tokens are chosen by floating outputs with a reference and a runtime side whose last axis is as long as the vocabulary that metadata, a tokenizer or an embedding tell.</source>
        <translation>Tokens wählen Gleitkomma-Ausgaben mit Referenz und Laufzeitwert, deren letzte Achse so lang ist wie das Vokabular, das Metadaten, ein Tokenizer oder ein Embedding nennen.</translation>
    </message>
    <message>
        <source>Choose a method that gives logits, or add tokenizer.json.</source>
        <translation>Eine Methode wählen, die Logits gibt, oder tokenizer.json hinzufügen.</translation>
    </message>
    <message>
        <source>these files</source>
        <translation>diesen Dateien</translation>
    </message>
    <message>
        <source>Tokens of %1</source>
        <translation>Tokens von %1</translation>
    </message>
    <message>
        <source>Other methods with tokens</source>
        <translation>Andere Methoden mit Tokens</translation>
    </message>
</context>
<context>
    <name>etscope::ui::TokensView</name>
    <message>
        <source>top</source>
        <translation>erste</translation>
    </message>
    <message>
        <source>Next different token</source>
        <translation>Nächstes anderes Token</translation>
    </message>
    <message>
        <source>F4</source>
        <translation>F4</translation>
    </message>
    <message>
        <source>Reading tokens</source>
        <translation>Tokens lesen</translation>
    </message>
    <message numerus="yes">
        <source>All %n chosen token(s) agree</source>
        <translation>
            <numerusform>Das gewählte Token stimmt überein (%n)</numerusform>
            <numerusform>Alle %n gewählten Tokens stimmen überein</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The chosen token differs at %1 of %n position(s), first at %2</source>
        <translation>
            <numerusform>Das gewählte Token ist an %1 von %n Position ein anderes, zuerst an %2</numerusform>
            <numerusform>Das gewählte Token ist an %1 von %n Positionen ein anderes, zuerst an %2</numerusform>
        </translation>
    </message>
    <message>
        <source>KL divergence %1 nat in the mean, %2 at position %3</source>
        <translation>KL-Divergenz %1 nat im Mittel, %2 an Position %3</translation>
    </message>
    <message>
        <source>after “%1”</source>
        <translation>nach „%1“</translation>
    </message>
    <message>
        <source>Position %1</source>
        <translation>Position %1</translation>
    </message>
    <message>
        <source>Ranking tokens</source>
        <translation>Tokens ordnen</translation>
    </message>
    <message numerus="yes">
        <source>%n of the logits are NaN or infinite on one side only.</source>
        <translation>
            <numerusform>%n Logit ist nur auf einer Seite NaN oder unendlich.</numerusform>
            <numerusform>%n Logits sind nur auf einer Seite NaN oder unendlich.</numerusform>
        </translation>
    </message>
    <message>
        <source>The reference was hardly sure: %1 leads by %2 only, and the logits err by up to %3 here. A small error turns the choice.</source>
        <translation>Die Referenz war kaum sicher: %1 führt mit nur %2, und die Logits weichen hier um bis zu %3 ab. Ein kleiner Fehler ändert die Wahl.</translation>
    </message>
    <message>
        <source>The reference was sure: %1 leads by %2. The runtime chooses %3, with logits that err by up to %4.</source>
        <translation>Die Referenz war sicher: %1 führt mit %2. Die Laufzeit wählt %3, mit Logits, die um bis zu %4 abweichen.</translation>
    </message>
    <message>
        <source>Both choose %1; it leads by %2, and the logits err by up to %3.</source>
        <translation>Beide wählen %1; es führt mit %2, und die Logits weichen um bis zu %3 ab.</translation>
    </message>
    <message>
        <source>%1 of the 5 and %2 of the 10 likeliest are the same; entropy %3 nat, runtime %4.</source>
        <translation>%1 der 5 und %2 der 10 wahrscheinlichsten sind gleich; Entropie %3 nat, Laufzeit %4.</translation>
    </message>
    <message>
        <source>computing …</source>
        <translation>wird berechnet …</translation>
    </message>
    <message>
        <source>perplexity %1, runtime %2</source>
        <translation>Perplexität %1, Laufzeit %2</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>runtime</source>
        <translation>Laufzeit</translation>
    </message>
    <message>
        <source>Add tokenizer.json…</source>
        <translation>tokenizer.json hinzufügen …</translation>
    </message>
</context>
<context>
    <name>etscope::ui::Treemap</name>
    <message>
        <source>Regions of the file by size</source>
        <translation>Bereiche der Datei nach Größe</translation>
    </message>
    <message numerus="yes">
        <source>%n region(s) too small to draw</source>
        <translation>
            <numerusform>%n Bereich zu klein zum Zeichnen</numerusform>
            <numerusform>%n Bereiche zu klein zum Zeichnen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1
%2 at %3</source>
        <translation>%1
%2 bei %3</translation>
    </message>
    <message>
        <source>region</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>Offset</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>owner</source>
        <translation>Besitzer</translation>
    </message>
    <message>
        <source>Go into the group	+</source>
        <translation>In die Gruppe gehen	+</translation>
    </message>
    <message>
        <source>Back to all groups	Backspace</source>
        <translation>Zurück zu allen Gruppen	Rücktaste</translation>
    </message>
</context>
<context>
    <name>etscope::ui::TrialChart</name>
    <message>
        <source>Candidates over time, by their operators</source>
        <translation>Kandidaten über die Zeit, nach ihren Operatoren</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2; %n operator(s)</source>
        <translation>
            <numerusform>%1: %2; %n Operator</numerusform>
            <numerusform>%1: %2; %n Operatoren</numerusform>
        </translation>
    </message>
    <message>
        <source>operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>0 s</source>
        <translation>0 s</translation>
    </message>
    <message numerus="yes">
        <source>%n candidate(s), %1 s</source>
        <translation>
            <numerusform>%n Kandidat, %1 s</numerusform>
            <numerusform>%n Kandidaten, %1 s</numerusform>
        </translation>
    </message>
    <message>
        <source>whole method</source>
        <translation>ganze Methode</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
</context>
<context>
    <name>etscope::ui::UsesOfFiles</name>
    <message>
        <source>Record</source>
        <translation>Record</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>External data</source>
        <translation>Externe Daten</translation>
    </message>
    <message>
        <source>Bundled</source>
        <translation>Gebündelt</translation>
    </message>
    <message>
        <source>ETDump</source>
        <translation>ETDump</translation>
    </message>
    <message>
        <source>Debug buffer</source>
        <translation>Debug-Puffer</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>See what is inside</source>
        <translation>Sehen, was darin ist</translation>
    </message>
    <message>
        <source>any one file</source>
        <translation>irgendeine Datei</translation>
    </message>
    <message>
        <source>Read the graph</source>
        <translation>Den Graphen lesen</translation>
    </message>
    <message>
        <source>either; program alone: no source</source>
        <translation>eines davon; Programm allein: ohne Quelle</translation>
    </message>
    <message>
        <source>Check that files belong together</source>
        <translation>Prüfen, ob Dateien zusammengehören</translation>
    </message>
    <message>
        <source>any two</source>
        <translation>irgendwelche zwei</translation>
    </message>
    <message>
        <source>Compare outputs with a reference</source>
        <translation>Ausgaben mit einer Referenz vergleichen</translation>
    </message>
    <message>
        <source>all four, or a substitute</source>
        <translation>alle vier, oder ein Ersatz</translation>
    </message>
    <message>
        <source>Find the first wrong operator</source>
        <translation>Den ersten falschen Operator finden</translation>
    </message>
    <message>
        <source>all four; the reference is computed</source>
        <translation>alle vier; die Referenz wird berechnet</translation>
    </message>
    <message>
        <source>See where time goes</source>
        <translation>Sehen, wo Zeit bleibt</translation>
    </message>
    <message>
        <source>both; a record adds names</source>
        <translation>beide; ein Record gibt Namen dazu</translation>
    </message>
    <message>
        <source>See memory, sharing, sizes</source>
        <translation>Speicher, Geteiltes, Größen sehen</translation>
    </message>
    <message>
        <source>a program; others add names</source>
        <translation>ein Programm; andere geben Namen dazu</translation>
    </message>
    <message>
        <source>Find what changed</source>
        <translation>Finden, was sich geändert hat</translation>
    </message>
    <message>
        <source>two of a kind</source>
        <translation>zwei derselben Art</translation>
    </message>
    <message>
        <source>gives it</source>
        <translation>gibt es</translation>
    </message>
    <message>
        <source>gives part of it, or adds to it</source>
        <translation>gibt einen Teil davon oder trägt dazu bei</translation>
    </message>
    <message>
        <source>substitute</source>
        <translation>Ersatz</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>nicht nötig</translation>
    </message>
    <message>
        <source>Which files do I need?</source>
        <translation>Welche Dateien brauche ich?</translation>
    </message>
    <message>
        <source>To do this you need</source>
        <translation>Dafür braucht es</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Usual name</source>
        <translation>Üblicher Name</translation>
    </message>
    <message>
        <source>any name</source>
        <translation>beliebig</translation>
    </message>
</context>
<context>
    <name>etscope::ui::ValuesView</name>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Select an operator to see what runs logged for it and its reference, or a tensor.</source>
        <translation>Einen Operator auswählen, um zu sehen, was Läufe dafür aufgezeichnet haben, und seine Referenz, oder einen Tensor.</translation>
    </message>
    <message>
        <source>Reading values</source>
        <translation>Werte werden gelesen</translation>
    </message>
    <message>
        <source>No run of this session logged a value of this operator, and no file has a reference of it.</source>
        <translation>Kein Lauf dieser Sitzung hat einen Wert dieses Operators aufgezeichnet, und keine Datei hat eine Referenz davon.</translation>
    </message>
    <message>
        <source>This tensor is not in the session any more.</source>
        <translation>Dieser Tensor ist nicht mehr in der Sitzung.</translation>
    </message>
    <message>
        <source>reference of the call in %1 · %2</source>
        <translation>Referenz des Aufrufs in %1 · %2</translation>
    </message>
    <message>
        <source>run %1 · as compared · %2</source>
        <translation>Lauf %1 · wie verglichen · %2</translation>
    </message>
    <message>
        <source>reference of this node in %1 · %2</source>
        <translation>Referenz dieses Knotens in %1 · %2</translation>
    </message>
    <message>
        <source>run %1 · %2 · %3</source>
        <translation>Lauf %1 · %2 · %3</translation>
    </message>
    <message>
        <source>nothing was logged</source>
        <translation>nichts aufgezeichnet</translation>
    </message>
    <message>
        <source>reference of this node, %1 · %2</source>
        <translation>Referenz dieses Knotens, %1 · %2</translation>
    </message>
    <message>
        <source>reference of result %1 of %2, %3 · %4</source>
        <translation>Referenz des Ergebnisses %1 von %2, %3 · %4</translation>
    </message>
    <message>
        <source>reference of this node, %1</source>
        <translation>Referenz dieses Knotens, %1</translation>
    </message>
    <message>
        <source>%1 in the program</source>
        <translation>%1 im Programm</translation>
    </message>
    <message>
        <source>in the record · %1</source>
        <translation>im Record · %1</translation>
    </message>
</context>
<context>
    <name>etscope::ui::Verdicts</name>
    <message>
        <source>its outputs match</source>
        <translation>seine Ausgaben passen</translation>
    </message>
    <message>
        <source>its outputs differ</source>
        <translation>seine Ausgaben weichen ab</translation>
    </message>
    <message>
        <source>its outputs were not compared</source>
        <translation>seine Ausgaben wurden nicht verglichen</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) could not be judged</source>
        <translation>
            <numerusform>%n Aufruf konnte nicht beurteilt werden</numerusform>
            <numerusform>%n Aufrufe konnten nicht beurteilt werden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n case(s) differ</source>
        <translation>
            <numerusform>%1 von %n Fall weicht ab</numerusform>
            <numerusform>%1 von %n Fällen weichen ab</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n constant(s) differ(s)</source>
        <translation>
            <numerusform>%n Konstante weicht ab</numerusform>
            <numerusform>%n Konstanten weichen ab</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n join(s) contradict(s)</source>
        <translation>
            <numerusform>%n Verbindung widerspricht</numerusform>
            <numerusform>%n Verbindungen widersprechen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not comparable</source>
        <translation>
            <numerusform>%n nicht vergleichbar</numerusform>
            <numerusform>%n nicht vergleichbar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) match</source>
        <translation>
            <numerusform>%n Ausgabe passt</numerusform>
            <numerusform>%n Ausgaben passen</numerusform>
        </translation>
    </message>
    <message>
        <source>not all could be compared</source>
        <translation>nicht alles konnte verglichen werden</translation>
    </message>
    <message>
        <source>nothing was compared</source>
        <translation>nichts wurde verglichen</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) correct</source>
        <translation>
            <numerusform>%n Aufruf richtig</numerusform>
            <numerusform>%n Aufrufe richtig</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>etscope::ui::ViewChoices</name>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
</context>
<context>
    <name>etscope::ui::WaysIn</name>
    <message>
        <source>From the shell</source>
        <translation>Aus der Shell</translation>
    </message>
    <message>
        <source>Without a window</source>
        <translation>Ohne Fenster</translation>
    </message>
    <message>
        <source>At an operator</source>
        <translation>Bei einem Operator</translation>
    </message>
    <message>
        <source>Copy: %1</source>
        <translation>Kopieren: %1</translation>
    </message>
</context>
<context>
    <name>etscope::ui::Workspace</name>
    <message>
        <source>Opening</source>
        <translation>Wird geöffnet</translation>
    </message>
    <message>
        <source>Decoding delegates</source>
        <translation>Delegates werden dekodiert</translation>
    </message>
    <message>
        <source>Looking for what belongs together</source>
        <translation>Zusammengehöriges wird gesucht</translation>
    </message>
    <message>
        <source>Checking outputs, constants and calls</source>
        <translation>Ausgaben, Konstanten und Aufrufe werden geprüft</translation>
    </message>
</context>
</TS>
