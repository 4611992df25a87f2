// A scroll area does not answer its content's size for ever.
#include <QScrollBar>
#include <QVBoxLayout>
#include <QtTest>

#include "look/make.h"
#include "support/test_case.h"

using namespace etscope::ui;

namespace {

/// As a table whose column goes: higher where it is wide.
class Part : public QWidget {
public:
    using QWidget::QWidget;
    int threshold = 0;

protected:
    void resizeEvent(QResizeEvent* event) override {
        QWidget::resizeEvent(event);
        setFixedHeight(width() >= threshold ? 400 : 100);
    }
};

class Content : public QWidget {
public:
    Content() : part(new Part(this)) {
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 0);
        column->addWidget(part);
    }
    Part* part;
};

}  // namespace

class TestScrolling : public QObject {
    Q_OBJECT
private slots:
    void barThatTurnsItsContentStays() {
        QWidget window;
        window.resize(200, 200);
        auto* content = new Content;
        content->part->threshold = 200;
        QScrollArea* area = scrolling(content, &window);
        area->resize(200, 200);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QCoreApplication::processEvents();
        QVERIFY(content->width() < 200);
        QVERIFY(area->verticalScrollBar()->isVisible());
        // Another size is answered anew.
        content->part->threshold = 10'000;
        area->resize(220, 200);
        QCoreApplication::processEvents();
        QVERIFY(!area->verticalScrollBar()->isVisible());
        QCOMPARE(content->width(), 220);
    }

    void contentThatIsHigherScrolls() {
        QWidget window;
        window.resize(200, 200);
        auto* content = new Content;
        QScrollArea* area = scrolling(content, &window);
        area->resize(200, 200);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QCoreApplication::processEvents();
        QCOMPARE(area->verticalScrollBarPolicy(), Qt::ScrollBarAsNeeded);
        QCOMPARE(area->verticalScrollBar()->maximum(), 200);
    }
};

ETSCOPE_TEST(TestScrolling)
#include "tst_scrolling.moc"
