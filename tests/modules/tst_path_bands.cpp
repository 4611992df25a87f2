#include <QtTest>

#include "modules/path_bands.h"
#include "support/test_case.h"

using etscope::modules::PathBands;

class TestPathBands : public QObject {
    Q_OBJECT
private slots:
    void layersOfADecoder();
    void withoutLayers();
    void numberedRoot();
    void theLargerOfTwo();
    void nothing();
};

void TestPathBands::layersOfADecoder() {
    const std::vector<std::string> paths{"model.embed", "model.layers.0.attn.q", "model.layers.1.attn.q", "model.layers.1.mlp", "",
                                         "model.norm"};
    const PathBands bands(paths);
    QCOMPARE(bands.layers(), std::string("model.layers"));
    QCOMPARE(bands.shown("model.layers.1.attn.q"), std::string_view("1.attn.q"));
    QCOMPARE(bands.shown("model.norm"), std::string_view("model.norm"));
    QCOMPARE(bands.band("model.layers.1.attn.q"), std::string_view("1"));
    QCOMPARE(bands.band("model.norm"), std::string_view("norm"));
    QCOMPARE(bands.band("head"), std::string_view("head"));
    // Begins alike, and is another.
    QCOMPARE(bands.shown("model.layersnorm.1"), std::string_view("model.layersnorm.1"));
    QCOMPARE(bands.band("model.layersnorm.1"), std::string_view("layersnorm"));
}

void TestPathBands::withoutLayers() {
    const std::vector<std::string> paths{"net.stem.conv", "net.stem.bn", "net.head"};
    const PathBands bands(paths);
    QCOMPARE(bands.layers(), std::string());
    QCOMPARE(bands.shown("net.stem.conv"), std::string_view("net.stem.conv"));
    QCOMPARE(bands.band("net.stem.conv"), std::string_view("stem"));
    QCOMPARE(bands.band("net.head"), std::string_view("head"));
    const std::vector<std::string> one{"net.block.0"};
    QCOMPARE(PathBands(one).shown("net.block.0"), std::string_view("net.block.0"));
    QCOMPARE(PathBands(one).band("net.block.0"), std::string_view("0"));
}

/// A sequence of modules without a name around them; nothing can be left out of a path then.
void TestPathBands::numberedRoot() {
    const std::vector<std::string> paths{"0.conv", "1", "2.layers.0", "2.layers.1"};
    const PathBands bands(paths);
    QCOMPARE(bands.layers(), std::string());
    QCOMPARE(bands.band("2.layers.0"), std::string_view("2"));
    QCOMPARE(bands.shown("2.layers.0"), std::string_view("2.layers.0"));
}

void TestPathBands::theLargerOfTwo() {
    const std::vector<std::string> paths{"vision.layers.0.fc", "vision.layers.1.fc", "vision.layers.1.act", "text.blocks.0",
                                         "text.blocks.1"};
    const PathBands bands(paths);
    QCOMPARE(bands.layers(), std::string("vision.layers"));
    QCOMPARE(bands.band("text.blocks.1"), std::string_view("text"));
    QCOMPARE(bands.shown("text.blocks.1"), std::string_view("text.blocks.1"));
    // "0.act" could be of the layers.
    std::vector<std::string> others = paths;
    others.emplace_back("0.act");
    QCOMPARE(PathBands(others).shown("vision.layers.1.fc"), std::string_view("vision.layers.1.fc"));
}

void TestPathBands::nothing() {
    const PathBands bands;
    QCOMPARE(bands.shown("a.b"), std::string_view("a.b"));
    QCOMPARE(bands.band("a.b"), std::string_view("a"));
    QCOMPARE(bands.band(""), std::string_view(""));
}

ETSCOPE_TEST(TestPathBands)
#include "tst_path_bands.moc"
