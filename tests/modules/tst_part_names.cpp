// Parts of split modules: the largest keeps the name, the others say what lies in them.
#include <QtTest>

#include "graph/model_builder.h"
#include "modules/graph_index.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::graph;
using namespace etscope::modules;
using test::ModelBuilder;

class TestPartNames : public QObject {
    Q_OBJECT
private:
    static std::string op(const char* name) { return std::string("torch.ops.aten.") + name + ".default"; }
    /// "title|note" of each module of that path, in order; "title|" of those without a part's name.
    static QStringList told(const GraphIndex& index, std::string_view path) {
        QStringList all;
        for (std::uint32_t i = 0; i < index.hierarchy().size(); ++i) {
            if (index.hierarchy().module(ModuleId(i)).path != path) continue;
            const PartName* part = index.parts().of(ModuleId(i));
            all.append(QString::fromStdString(index.titleOf(ModuleId(i)) + "|" + (part != nullptr ? part->note.text() : "")));
        }
        return all;
    }

private slots:
    void wholeModulesHaveTheirName() {
        ModelBuilder m;
        m.in("a A");
        m.node("a1", op("relu"), {m.node("a0", op("mul"), {m.input("x")})});
        const auto index = m.index();
        QCOMPARE(told(*index, "a"), QStringList{"a|"});
    }

    /// One operator before the rest, one behind it.
    void smallerPartsSayWhatTheyDo() {
        ModelBuilder m;
        m.in("a A");
        ValueId x = m.node("a0", op("where"), {m.input("x")});
        m.in("");
        x = m.node("between", op("relu"), {x});
        m.in("a A");
        for (const char* name : {"mul", "add", "sub"}) x = m.node(name, op(name), {x});
        m.in("");
        x = m.node("again", op("relu"), {x});
        m.in("a A");
        m.node("last", op("div"), {m.node("cat", op("cat"), {x})});
        const auto index = m.index();
        QCOMPARE(told(*index, "a"),
                 QStringList({"a · aten.where|runs before the rest of a", "a|", "a · aten.cat …|runs after the rest of a"}));
        QCOMPARE(index->hierarchy().module(index->hierarchy().findPath("a")).nodeCount, 3U);
    }

    /// What lies in one child is called like it.
    void partsInsideOneChild() {
        ModelBuilder m;
        m.in("a A;a.b B");
        ValueId x = m.node("b1", op("exp"), {m.node("b0", op("where"), {m.input("x")})});
        m.in("");
        x = m.node("between", op("relu"), {x});
        m.in("a A");
        for (const char* name : {"mul", "add", "sub"}) x = m.node(name, op(name), {x});
        const auto index = m.index();
        QCOMPARE(told(*index, "a"), QStringList({"a · b|runs before the rest of a", "a|"}));
    }

    void callsOfOneModuleAreCalledAlike() {
        ModelBuilder m;
        m.in("act Relu");
        ValueId x = m.node("r0", op("relu"), {m.input("x")});
        m.in("");
        x = m.node("between", op("mul"), {x});
        m.in("act Relu");
        m.node("r1", op("relu"), {x});
        const auto index = m.index();
        QCOMPARE(told(*index, "act"), QStringList({"act|", "act|called again"}));
    }
};

ETSCOPE_TEST(TestPartNames)
#include "tst_part_names.moc"
