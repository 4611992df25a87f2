// Unpickler: every opcode with the value it makes, and the byte vectors of docs/FORMATS.md.
#include <QTest>
#include <cmath>

#include "base/escaped.h"
#include "base/number_text.h"
#include "pickle/unpickler.h"
#include "pickle_bytes.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::pickle;
using namespace pickle_test;
using namespace std::string_literals;

namespace {

/// A value as text that tells kinds, classes and structure apart; bounded in depth for values that hold themselves.
std::string shown(const Values& values, ValueId id, int depth = 0) {
    if (depth > 8 && !values.items(id).empty()) return "…";
    const auto list = [&](char open, char close, std::size_t step) {
        std::string out(1, open);
        const auto items = values.items(id);
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (i != 0) out += step == 2 && i % 2 == 1 ? ":" : ",";
            out += shown(values, items[i], depth + 1);
        }
        return out + close;
    };
    switch (values.kind(id)) {
        case Kind::None: return "None";
        case Kind::Bool: return values.boolean(id) ? "True" : "False";
        case Kind::Int: return std::to_string(values.integer(id));
        case Kind::BigInt: return values.bigInt(id);
        case Kind::Double: return shortest(values.number(id)) + "f";
        case Kind::String: return "'" + escaped(values.text(id)) + "'";
        case Kind::Bytes: return "b'" + escaped(values.text(id)) + "'";
        case Kind::Tuple: return list('(', ')', 1);
        case Kind::List: return (values.attached(id) ? "+" : "") + list('[', ']', 1);
        case Kind::Dict: {
            const Symbol* own = values.containerClass(id);
            return (values.attached(id) ? "+"s : own != nullptr ? own->name : ""s) + list('{', '}', 2);
        }
        case Kind::Set: return (values.frozen(id) ? "frozen" : "set") + list('{', '}', 1);
        case Kind::Symbol: return "<" + values.symbol(id).qualified() + ">";
        case Kind::Object: return shown(values, values.callable(id), depth + 1) + "@" + list('[', ']', 1);
        case Kind::Persistent: return "pid" + list('[', ']', 1);
    }
    return "?";
}

/// The value of a stream, or "code @ offset-independent" of its error.
std::string read(const std::string& stream) {
    const auto bytes = bytesOf(stream);
    const auto values = unpickle(Stream::whole(bytes, inMemory(stream)));
    if (!values) return "error " + values.error().code;
    if (values->consumed() != stream.size()) return "consumed " + std::to_string(values->consumed());
    return shown(*values, values->root());
}

}  // namespace

class UnpicklerTest : public QObject {
    Q_OBJECT
private slots:
    void opcodes_data();
    void opcodes();
    void malformed_data();
    void malformed();
    void stateDictVector();
    void exampleInputsVector();
    void consumesUpToStop();
    void namesPlace();
    void keepsStreamOffsets();
    void window();
    void cancels();
};

void UnpicklerTest::opcodes_data() {
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* name, const std::string& stream, const char* value) {
        QTest::newRow(name) << QByteArray(stream.data(), static_cast<qsizetype>(stream.size())) << QString::fromUtf8(value);
    };
    row("none", "N.", "None");
    row("proto", "\x80\x05N.", "None");
    row("booleans", "\x88\x89\x86.", "(True,False)");
    row("binint", "J\xFB\xFF\xFF\xFF.", "-5");
    row("binint inline limits", "(J\xFF\xFF\xFF\x3FJ\xFE\xFF\xFF\x3FJ\0\0\0\xC0J\xFF\xFF\xFF\xBFt."s,
        "(1073741823,1073741822,-1073741824,-1073741825)");
    row("binint1", "K\xFF.", "255");
    row("binint2", "M\xFF\xFF.", "65535");
    row("int", "I-12\n.", "-12");
    row("int bool", "I01\nI00\n\x86.", "(True,False)");
    row("long text", "L-7L\n.", "-7");
    row("long text big", "L119547037146038801333356L\n.", "119547037146038801333356");
    row("long1", "\x8A\x06\0\0\0\0\0\x01."s, "1099511627776");
    row("long1 empty", "\x8A\0."s, "0");
    row("long1 negative", "\x8A\x01\xFF.", "-1");
    row("long1 padded", "\x8A\x0A\x05\0\0\0\0\0\0\0\0\0."s, "5");
    row("long1 big", "\x8A\x09\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0."s, "0xFFFFFFFFFFFFFFFF");
    row("long1 big negative", "\x8A\x09\0\0\0\0\0\0\0\0\xFF."s, "-0x10000000000000000");
    row("long4", "\x8B\x02\0\0\0\x34\x12."s, "4660");
    row("binfloat", "G\x3F\xF8\0\0\0\0\0\0."s, "1.5f");
    row("binunicode", "X\x04\0\0\0caf\xC3."s, "'caf\\xC3'");
    row("short_binunicode", "\x8C\x02hi.", "'hi'");
    row("binunicode8", "\x8D\x02\0\0\0\0\0\0\0hi."s, "'hi'");
    row("short_binstring text", "U\x02hi.", "'hi'");
    row("short_binstring bytes", "U\x01\xFF.", "b'\\xFF'");
    row("binbytes", "B\x02\0\0\0hi."s, "b'hi'");
    row("short_binbytes", "C\x02hi.", "b'hi'");
    row("binbytes8", "\x8E\x02\0\0\0\0\0\0\0hi."s, "b'hi'");
    row("bytearray8", "\x96\x02\0\0\0\0\0\0\0hi."s, "b'hi'");
    row("tuples", ")K\x01\x85K\x02K\x03\x86K\x04K\x05K\x06\x87(K\x07K\x08K\x09K\x0At\x87\x87.",
        "((),(1),((2,3),(4,5,6),(7,8,9,10)))");
    row("append",
        "]K\x01"
        "aK\x02"
        "a.",
        "[1,2]");
    row("appends",
        "](K\x01K\x02"
        "e(e(K\x03"
        "e.",
        "[1,2,3]");
    row("interleaved lists",
        "]q\0]q\1\x86"
        "0h\0K\1a0h\1K\2a0h\0K\3a0h\1K\4a0h\0h\1\x86."s,
        "([1,3],[2,4])");
    row("setitem",
        "}\x8C\x01kN"
        "s.",
        "{'k':None}");
    row("setitems", "}(K\x01K\x02K\x03K\x04u.", "{1:2,3:4}");
    row("sets", "\x8F(K\x01K\x02\x90(K\x03\x91\x86.", "(set{1,2},frozen{3})");
    row("pop",
        "NK\x01"
        "0.",
        "None");
    row("pop mark", "N(0.", "None");
    row("pop_mark",
        "N(K\x01K\x02"
        "1.",
        "None");
    row("dup", "]2\x86.", "([],[])");
    row("memo", "K\x05q\x07r\x09\x01\0\0h\x07j\x09\x01\0\0\x87."s, "(5,5,5)");
    row("memo far index", "K\x05r\xFF\xFF\xFF\xFFj\xFF\xFF\xFF\xFF\x86.", "(5,5)");
    row("memo overwritten", "K\x01q\0K\x02q\0h\0\x87."s, "(1,2,2)");
    row("memo sparse then dense", "K\x01q\x01K\x02q\0K\x03q\x01(h\0h\1t\x85\x87\x85."s, "error pickle-malformed");
    row("memoize",
        "\x80\x04\x8C\x01"
        "a\x94h\0\x86."s,
        "('a','a')");
    row("frame", "\x80\x04\x95\x02\0\0\0\0\0\0\0N."s, "None");
    row("global", "c__builtin__\nset\n.", "<builtins.set>");
    row("stack_global",
        "\x8C\x08"
        "copy_reg\x8C\x01x\x93.",
        "<copyreg.x>");
    row("reduce opaque", "cos\nsystem\n\x8C\x02ls\x85R.", "<os.system>@[('ls')]");
    row("newobj and build",
        "ca\nB\n)\x81}\x8C\x01xK\x01"
        "sb.",
        "<a.B>@[(),{'x':1}]");
    row("call of a call", "ca\nb\n)R)R.", "<a.b>@[()]@[()]");
    row("elements of an object",
        "ca\nL\n)\x81K\x01"
        "a(K\x02K\x03"
        "e.",
        "<a.L>@[(),+[1,2,3]]");
    row("items of an object", "ca\nD\n)\x81K\x01K\x02s.", "<a.D>@[(),+{1:2}]");
    row("binpersid", "(\x8C\x07storageK\x01tQ.", "pid[('storage',1)]");
    row("OrderedDict", "ccollections\nOrderedDict\n)RK\x01K\x02s}\x8C\x09_metadataNsb.", "OrderedDict{1:2}");
    row("OrderedDict of pairs",
        "ccollections\nOrderedDict\n](](K\x01K\x02"
        "e](K\x03K\x04"
        "ee\x85R.",
        "OrderedDict{1:2,3:4}");
    row("OrderedDict of odd things",
        "ccollections\nOrderedDict\n]K\x01"
        "a\x85R.",
        "<collections.OrderedDict>@[([1])]");
    row("Counter", "ccollections\nCounter\n}K\x01K\x02s\x85R.", "Counter{1:2}");
    row("defaultdict", "ccollections\ndefaultdict\nc__builtin__\nint\n\x85RK\x01K\x02s.", "defaultdict{1:2}");
    row("encode", "c_codecs\nencode\nX\x04\0\0\0ab\xC3\xBFX\x06\0\0\0latin1\x86R."s, "b'ab\\xFF'");
    row("encode beyond latin-1", "c_codecs\nencode\nX\x03\0\0\0\xE2\x82\xACX\x06\0\0\0latin1\x86R."s,
        "<_codecs.encode>@[('€','latin1')]");
    row("encode other", "c_codecs\nencode\nX\x01\0\0\0aX\x05\0\0\0rot13\x86R."s, "<_codecs.encode>@[('a','rot13')]");
    row("empty bytes", "c__builtin__\nbytes\n)R.", "b''");
    row("set of list",
        "c__builtin__\nset\n]K\x01"
        "a\x85R.",
        "set{1}");
    row("frozenset of list",
        "c__builtin__\nfrozenset\n]K\x01"
        "a\x85R.",
        "frozen{1}");
    row("bytearray", "c__builtin__\nbytearray\nC\x01x\x85R.", "b'x'");
    row("complex", "c__builtin__\ncomplex\nG\0\0\0\0\0\0\0\0G\x3F\xF0\0\0\0\0\0\0\x86R."s, "<builtins.complex>@[(0f,1f)]");
    row("list in itself", "]q\0h\0a."s, "[[[[[[[[[…]]]]]]]]]");
    row("dict in itself", "}q\0K\1h\0s."s, "{1:{1:{1:{1:{1:{1:{1:{1:{1:…}}}}}}}}}");
}

void UnpicklerTest::opcodes() {
    QFETCH(QByteArray, stream);
    QFETCH(QString, value);
    QCOMPARE(QString::fromStdString(read(stream.toStdString())), value);
}

void UnpicklerTest::malformed_data() {
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* name, const std::string& stream, const char* code) {
        QTest::newRow(name) << QByteArray(stream.data(), static_cast<qsizetype>(stream.size())) << QString(code);
    };
    row("empty", "", "pickle-truncated");
    row("no stop", "N", "pickle-truncated");
    row("stop on nothing", ".", "pickle-malformed");
    row("stop on two", "NN.", "pickle-malformed");
    row("stop above mark", "N(.", "pickle-malformed");
    row("protocol 6", "\x80\x06N.", "pickle-protocol-unsupported");
    row("frame beyond end", "\x80\x04\x95\xFF\0\0\0\0\0\0\0N."s, "pickle-truncated");
    row("unknown opcode", "\xFF.", "pickle-opcode-unknown");
    row("text beyond end", "X\xFF\xFF\xFF\xFFN.", "pickle-truncated");
    row("text8 beyond end", "\x8D\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFFN.", "pickle-truncated");
    row("bytes8 beyond end", "\x8E\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7FN.", "pickle-truncated");
    row("long4 beyond limit", "\x8B\xFF\xFF\xFF\x7F.", "pickle-limit");
    row("long4 beyond end", "\x8B\x10\0\0\0."s, "pickle-truncated");
    row("no integer", "I1x\n.", "pickle-malformed");
    row("no digits", "L-L\n.", "pickle-malformed");
    row("line without end", "cos", "pickle-truncated");
    row("tuple from nothing", "\x85.", "pickle-malformed");
    row("tuple below mark", "N(\x85.", "pickle-malformed");
    row("tuple without mark", "Nt.", "pickle-malformed");
    row("append to int", "K\x01Na.", "pickle-malformed");
    row("append to tuple", ")Na.", "pickle-malformed");
    row("appends without target", "(Ne.", "pickle-malformed");
    row("appends below mark", "](](Ne(e.", "pickle-malformed");
    row("setitem on list", "]NNs.", "pickle-malformed");
    row("setitems odd", "}(NNNu.", "pickle-malformed");
    row("additems on dict", "}(N\x90.", "pickle-malformed");
    row("get of nothing", "h\0."s, "pickle-malformed");
    row("put of nothing", "q\0."s, "pickle-malformed");
    row("memoize nothing", "\x94.", "pickle-malformed");
    row("reduce without tuple", "ca\nb\nNR.", "pickle-malformed");
    row("reduce of int", "K\x01)R.", "pickle-malformed");
    row("build of int", "K\x01Nb.", "pickle-malformed");
    row("stack_global of ints", "K\x01K\x01\x93.", "pickle-malformed");
    row("pop of nothing", "0.", "pickle-malformed");
    row("dup of nothing", "2.", "pickle-malformed");
    row("pid of nothing", "Q.", "pickle-malformed");
    row("long global", "c" + std::string(2000, 'x') + "\ny\n.", "pickle-limit");
    for (const char byte : "io\x82\x83\x84P\x92\x97\x98"s + "FSTVpgld") {
        const std::string stream = {byte, '.'};
        QTest::addRow("refused %02x", static_cast<unsigned>(static_cast<unsigned char>(byte)))
            << QByteArray(stream.data(), 2) << QString("pickle-opcode-refused");
    }
}

void UnpicklerTest::malformed() {
    QFETCH(QByteArray, stream);
    QFETCH(QString, code);
    QCOMPARE(QString::fromStdString(read(stream.toStdString())), "error " + code);
}

void UnpicklerTest::stateDictVector() {
    const std::string stream = fromHex(
        "80 02 7D 71 00 28 58 01 00 00 00 77 71 01 63 74 6F 72 63 68 2E 5F 75 74 69 6C 73 0A 5F 72 65 62"
        "75 69 6C 64 5F 70 61 72 61 6D 65 74 65 72 0A 71 02 63 74 6F 72 63 68 2E 5F 75 74 69 6C 73 0A 5F"
        "72 65 62 75 69 6C 64 5F 74 65 6E 73 6F 72 5F 76 32 0A 71 03 28 28 58 07 00 00 00 73 74 6F 72 61"
        "67 65 71 04 63 74 6F 72 63 68 0A 46 6C 6F 61 74 53 74 6F 72 61 67 65 0A 71 05 58 01 00 00 00 30"
        "71 06 58 03 00 00 00 63 70 75 71 07 4B 06 74 71 08 51 4B 00 4B 02 4B 03 86 71 09 4B 03 4B 01 86"
        "71 0A 89 63 63 6F 6C 6C 65 63 74 69 6F 6E 73 0A 4F 72 64 65 72 65 64 44 69 63 74 0A 71 0B 29 52"
        "71 0C 74 71 0D 52 71 0E 88 68 0B 29 52 71 0F 87 71 10 52 71 11 58 01 00 00 00 71 71 12 63 74 6F"
        "72 63 68 2E 5F 75 74 69 6C 73 0A 5F 72 65 62 75 69 6C 64 5F 74 65 6E 73 6F 72 5F 76 33 0A 71 13"
        "28 28 68 04 63 74 6F 72 63 68 2E 73 74 6F 72 61 67 65 0A 55 6E 74 79 70 65 64 53 74 6F 72 61 67"
        "65 0A 71 14 58 01 00 00 00 31 71 15 68 07 4B 04 74 71 16 51 4B 00 4B 04 85 71 17 4B 01 85 71 18"
        "89 68 0B 29 52 71 19 63 74 6F 72 63 68 0A 66 6C 6F 61 74 38 5F 65 34 6D 33 66 6E 0A 71 1A 74 71"
        "1B 52 71 1C 75 2E");
    QCOMPARE(stream.size(), std::size_t{358});
    QCOMPARE(
        QString::fromStdString(read(stream)),
        QString(
            "{'w':<torch._utils._rebuild_parameter>@[(<torch._utils._rebuild_tensor_v2>@[(pid[('storage',<torch.FloatStorage>,'0',"
            "'cpu',6)],0,(2,3),(3,1),False,OrderedDict{})],True,OrderedDict{})],'q':<torch._utils._rebuild_tensor_v3>@[(pid[("
            "'storage',<torch.storage.UntypedStorage>,'1','cpu',4)],0,(4),(1),False,OrderedDict{},<torch.float8_e4m3fn>)]}"));
}

void UnpicklerTest::exampleInputsVector() {
    const std::string stream = fromHex(
        "80 02 63 74 6F 72 63 68 2E 5F 75 74 69 6C 73 0A 5F 72 65 62 75 69 6C 64 5F 74 65 6E 73 6F 72 5F"
        "76 32 0A 71 00 28 28 58 07 00 00 00 73 74 6F 72 61 67 65 71 01 63 74 6F 72 63 68 0A 46 6C 6F 61"
        "74 53 74 6F 72 61 67 65 0A 71 02 58 01 00 00 00 30 71 03 58 03 00 00 00 63 70 75 71 04 4B 06 74"
        "71 05 51 4B 00 4B 02 4B 03 86 71 06 4B 03 4B 01 86 71 07 89 63 63 6F 6C 6C 65 63 74 69 6F 6E 73"
        "0A 4F 72 64 65 72 65 64 44 69 63 74 0A 71 08 29 52 71 09 74 71 0A 52 71 0B 4B 03 86 71 0C 7D 71"
        "0D 28 58 05 00 00 00 73 63 61 6C 65 71 0E 47 3F F8 00 00 00 00 00 00 58 04 00 00 00 66 6C 61 67"
        "71 0F 88 58 01 00 00 00 6E 71 10 4E 75 86 71 11 2E");
    QCOMPARE(QString::fromStdString(read(stream)),
             QString("((<torch._utils._rebuild_tensor_v2>@[(pid[('storage',<torch.FloatStorage>,'0','cpu',6)],0,(2,3),(3,1),False,"
                     "OrderedDict{})],3),{'scale':1.5f,'flag':True,'n':None})"));
}

void UnpicklerTest::consumesUpToStop() {
    const auto bytes = bytesOf("\x80\x04N.rest");
    const auto values = unpickle(Stream::whole(bytes, {}));
    QVERIFY(values.hasValue());
    QCOMPARE(values->consumed(), std::uint64_t{4});
    QCOMPARE(values->protocol(), 4);
}

void UnpicklerTest::namesPlace() {
    const std::string stream = "NNi.";
    const auto bytes = bytesOf(stream);
    const auto source = inMemory("12345" + stream, "some.pt").source;
    const auto values = unpickle(Stream::whole(bytes, {source, 5, 4}));
    QVERIFY(!values.hasValue());
    QCOMPARE(values.error().where, std::string("some.pt @ 0x00000007"));
    QVERIFY(values.error().message.find("INST") != std::string::npos);
    QVERIFY(values.error().message.find("byte 2") != std::string::npos);
}

void UnpicklerTest::keepsStreamOffsets() {
    const auto bytes = bytesOf(
        "C\x03"
        "abc.");
    const auto values = unpickle(Stream::whole(bytes, {}));
    QVERIFY(values.hasValue());
    QCOMPARE(values->streamOffset(values->root()), std::optional<std::uint64_t>(2));
}

void UnpicklerTest::window() {
    const auto bytes = bytesOf("X\x05\0\0\0ab"s);
    QCOMPARE(unpickle({bytes, {}, 100}).failure().error.code, std::string("pickle-window"));
    QCOMPARE(unpickle({bytes, {}, 9}).failure().error.code, std::string("pickle-truncated"));
}

void UnpicklerTest::cancels() {
    std::stop_source stop;
    stop.request_stop();
    const auto bytes = bytesOf("N.");
    QCOMPARE(unpickle(Stream::whole(bytes, {}), {stop.get_token(), {}}).failure().error.code, std::string("cancelled"));
}

ETSCOPE_TEST(UnpicklerTest)
#include "tst_unpickler.moc"
