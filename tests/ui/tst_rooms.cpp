// The rooms of the window as ui/CMakeLists.txt states them: what a file includes is in its room or below it.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QtTest>

#include "support/test_case.h"

class TestRooms : public QObject {
    Q_OBJECT
    static QString read(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }

private slots:
    void includesPointDown() {
        static const QRegularExpression kRoom("^etscope_ui_room\\((\\w+)(?: UNITY \\d+)?(?: KNOWS ([\\w ]+?))?(?: LINK .*)?\\)",
                                              QRegularExpression::MultilineOption),
            kInclude("^#include \"((\\w+)/[^\"]+)\"", QRegularExpression::MultilineOption);
        const QDir ui(QStringLiteral(ETSCOPE_SOURCE_DIR "/ui"));
        QMap<QString, QSet<QString>> below;
        for (auto room = kRoom.globalMatch(read(ui.filePath("CMakeLists.txt"))); room.hasNext();) {
            const auto stated = room.next();
            QSet<QString> known{stated.captured(1)};
            for (const QString& name : stated.captured(2).split(' ', Qt::SkipEmptyParts)) {
                QVERIFY2(below.contains(name), qPrintable(name + " stands behind " + stated.captured(1)));
                known += below[name];
            }
            below.insert(stated.captured(1), known);
        }
        QCOMPARE(below.keys(), ui.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name));
        int files = 0;
        for (auto room = below.cbegin(); room != below.cend(); ++room)
            for (QDirIterator it(ui.filePath(room.key()), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
                 it.hasNext(); ++files) {
                const QString path = it.next();
                for (auto include = kInclude.globalMatch(read(path)); include.hasNext();) {
                    const auto included = include.next();
                    QVERIFY2(!ui.exists(included.captured(1)) || room->contains(included.captured(2)),
                             qPrintable(path + " includes " + included.captured(1)));
                }
            }
        QVERIFY(files > 300);
    }
};

ETSCOPE_TEST(TestRooms)
#include "tst_rooms.moc"
