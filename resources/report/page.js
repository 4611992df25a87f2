(function () {
  "use strict";
  var root = document.documentElement, theme = document.getElementById("theme");
  var system = matchMedia("(prefers-color-scheme: dark)");
  root.classList.add("js");

  function isDark() { return root.dataset.theme ? root.dataset.theme === "dark" : system.matches; }
  function tell() { theme.textContent = isDark() ? "Light colours" : "Dark colours"; }
  theme.hidden = false;
  tell();
  theme.addEventListener("click", function () {
    root.dataset.theme = isDark() ? "light" : "dark";
    tell();
  });
  system.addEventListener("change", tell);

  // The page that the link opens says when it is ready, and is handed the record.
  var viewer = document.getElementById("viewer"), record = document.getElementById("record");
  function handOver(opened) {
    var packed = Uint8Array.from(atob(record.textContent), function (digit) { return digit.charCodeAt(0); });
    var target = viewer.protocol === "file:" ? "*" : viewer.origin;  // files have no origin of their own
    new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).blob().then(function (file) {
      opened.postMessage({ etscope: "open", files: [{ path: record.dataset.name, file: file }] }, target);
    });
  }
  if (viewer && record)
    viewer.addEventListener("click", function (event) {
      var opened = window.open(viewer.href);
      if (!opened) return;  // then the link itself is followed, without the record
      event.preventDefault();
      addEventListener("message", function hear(message) {
        if (message.source !== opened || !message.data || message.data.etscope !== "ready") return;
        removeEventListener("message", hear);
        handOver(opened);
      });
    });

  // What a row is sorted by in a column: a number, a text, or null for what is not there.
  function keyOf(row, column) {
    var cell = row.cells[column], order = cell.getAttribute("data-o");
    if (order === null) return cell.textContent;
    return order === "" ? null : Number(order);
  }
  function compare(a, b) {
    if (typeof a === "number" && typeof b === "number") return a < b ? -1 : a > b ? 1 : 0;
    return String(a).localeCompare(String(b), "en", { numeric: true });
  }
  function sort(table, column, direction) {
    var body = table.tBodies[0];
    table.given = table.given || Array.from(body.rows);
    var rows = table.given.slice();
    if (direction !== 0) {
      var keyed = rows.map(function (row, at) { return { row: row, key: keyOf(row, column), at: at }; });
      keyed.sort(function (a, b) {
        if (a.key === null || b.key === null) return (a.key === null) - (b.key === null) || a.at - b.at;
        return direction * compare(a.key, b.key) || a.at - b.at;
      });
      rows = keyed.map(function (one) { return one.row; });
    }
    body.append.apply(body, rows);
  }

  // Up, down, and back to the order in which the table was given.
  var steps = { none: ["ascending", 1], ascending: ["descending", -1], descending: ["none", 0] };
  document.querySelectorAll("main table").forEach(function (table) {
    var heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach(function (head, column) {
      head.setAttribute("aria-sort", "none");
      head.firstElementChild.addEventListener("click", function () {
        var step = steps[head.getAttribute("aria-sort")];
        heads.forEach(function (other) { other.setAttribute("aria-sort", "none"); });
        head.setAttribute("aria-sort", step[0]);
        sort(table, column, step[1]);
      });
    });
  });
})();
