# Comments are plain text here: the one at the head of a header is what the file is for, placeholders like <method> are no tags, and
# an @ before capitals begins no command.
1,/^[^\/]/ {
  1s|^// |/// @file\n/// |
  s|^// |/// |
}
\|//| {
  :tags
  s|\(//.*\)<\([a-z][a-z_]*\)>|\1\&lt;\2\&gt;|
  t tags
  :signs
  s|\(//.*[^\\]\)@\([A-Z]\)|\1\\@\2|
  t signs
}
