// Constants behind nodes that only put axes in another order: the axes of several are seen through each other.
#include <QtTest>

#include "graph/model_builder.h"
#include "replay/constant_views.h"
#include "support/test_case.h"

using namespace etscope;
using Axes = std::vector<std::size_t>;

class TestConstantViews : public QObject {
    Q_OBJECT
private slots:
    void views() {
        test::ModelBuilder m;
        const auto permuted = [&](std::string_view id, graph::ValueId of, std::initializer_list<std::int64_t> dims) {
            std::vector<graph::Argument> items;
            for (const std::int64_t dim : dims) items.push_back(test::ModelBuilder::intArgument(dim));
            graph::Argument list;
            list.kind = graph::ArgumentKind::List;
            list.items = m.builder().addListItems(items);
            return m.node(id, "executorch.exir.dialects.edge.ops.aten.permute_copy.default",
                          std::vector<graph::Argument>{test::ModelBuilder::valueArgument(of), list});
        };
        const auto x = m.input("x"), w = m.input("p_w", graph::InputKind::Parameter, "layer.weight");
        const auto once = permuted("once", w, {2, 0, 1}), twice = permuted("twice", once, {0, -1, 1});
        const auto turned = m.node("turned", "torch.ops.aten.t_copy.default", {w});
        const auto wrong = permuted("wrong", w, {0, 7});
        const auto computed = m.node("computed", "torch.ops.aten.relu.default", {w});
        const auto ofInput = permuted("of_input", x, {1, 0});
        const auto model = m.finish();
        const replay::ConstantViews views(*model);
        const auto plain = views.of(w);
        QVERIFY(plain && plain->target == "layer.weight" && !plain->axes);
        QCOMPARE(*views.of(once)->axes, (Axes{2, 0, 1}));
        QCOMPARE(*views.of(twice)->axes, (Axes{2, 1, 0}));  // axes 0, 2, 1 of 2, 0, 1
        QCOMPARE(*views.of(turned)->axes, (Axes{1, 0}));
        for (const graph::ValueId none : {x, wrong, computed, ofInput}) QVERIFY(!views.of(none));
    }
};

ETSCOPE_TEST(TestConstantViews)
#include "tst_constant_views.moc"
