// The Graph page: the graph in view, and beside it any number of further ones whose selections follow it and lead it.
// GUI thread only.
#pragma once

#include "graph/graph_pane.h"

class QSplitter;

namespace etscope::ui {

class SidePane;

class GraphPage : public Page {
    Q_OBJECT
public:
    explicit GraphPage(Workspace& workspace, QWidget* parent = nullptr);
    /// In the pane that has the focus, else in the main one.
    bool find(const QString& text, bool forward, bool here = false) override { return focused()->find(text, forward, here); }
    QString findReason() const override { return {}; }
    bool nextBad(bool forward) override { return focused()->nextBad(forward); }
    QString badReason() const override { return focused()->badReason(); }
    Result<void> exportTo(const QString& path) override { return focused()->exportTo(path); }
    void startExport(const QString& path, std::function<void(Result<void>)> done) override {
        focused()->startExport(path, std::move(done));
    }
    bool hasContent() const override { return m_main->hasContent(); }

    GraphPane* main() const { return m_main; }
    /// The pane that has the focus or had it last; the main one else.
    GraphPane* focused() const;
    GraphCanvas* canvas() const { return m_main->canvas(); }
    const QList<SidePane*>& sides() const { return m_sides; }
    /// Another graph beside the others: at first the next stage of the method, else the stage itself.
    SidePane* addSide();
    /// addSide() with "STAGE", "METHOD/STAGE", "other" (the export compared with) or "other:METHOD/STAGE".
    SidePane* addSide(const QString& place);

public slots:
    /// An Overlay by its number in overlayNames(), for all panes.
    void setOverlay(int overlay);
    /// Colours all panes by the values of a file; false when it holds none.
    bool loadValues(const QString& path);

signals:
    void overlayChosen(int overlay);

protected:
    QWidget* contentFocus() const override { return focused()->focusTarget(); }
    void refresh() override {}
    void leave() override;

private:
    void closeSide(SidePane* side);
    void takeValues(const GraphColours::Values& values);
    QString nextStage() const;

    QSplitter* m_split;
    GraphPane* m_main;
    QList<SidePane*> m_sides;
    int m_overlay = 0;
};

}  // namespace etscope::ui
