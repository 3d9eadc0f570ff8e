"""A small window from which files can be dragged, as from a file manager.

    drag_source.py FILE...

Lies over everything at the lower left of the display and is named `files`. Ends
when the files were dropped somewhere, with 1 when nobody took them. GTK does
the talking between the two programs, so that what is tested is what it does on
a desktop. Run by the system's Python, which has GTK's bindings.
"""

import sys
from pathlib import Path

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402  (the versions come first)

taken = True


def give(_window, _context, data, _info, _time):
    data.set_uris([Path(path).resolve().as_uri() for path in sys.argv[1:]])


def refused(_window, _context, _reason):
    global taken
    taken = False
    return True


window = Gtk.Window(title="files", type=Gtk.WindowType.POPUP)
window.move(0, 720)
window.set_default_size(60, 60)
window.add(Gtk.Label(label="files"))
window.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
window.drag_source_add_uri_targets()
window.connect("drag-data-get", give)
window.connect("drag-failed", refused)
window.connect("drag-end", Gtk.main_quit)
window.show_all()
Gtk.main()
sys.exit(0 if taken else 1)
