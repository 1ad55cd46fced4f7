import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The console's own colours: they follow its theme, light and dark. */
export const codeTheme: readonly Extension[] = [
  EditorView.theme({
    '&': { color: 'var(--m-text)', backgroundColor: 'var(--m-surface)', fontSize: '13px' },
    '&.cm-focused': { outline: '2px solid var(--m-focus)', outlineOffset: '-1px' },
    '.cm-scroller': { fontFamily: 'ui-monospace, monospace', maxBlockSize: '55vh' },
    '.cm-content': { caretColor: 'var(--m-text)' },
    '.cm-cursor': { borderLeftColor: 'var(--m-text)' },
    '.cm-gutters': { color: 'var(--m-muted)', backgroundColor: 'var(--m-hover)', border: 'none' },
    '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--m-hover)' },
    '.cm-tooltip': { color: 'var(--m-text)', backgroundColor: 'var(--m-surface)' },
    '.cm-lintRange-error': {
      backgroundImage: 'none',
      textDecoration: 'underline wavy var(--m-danger)',
    },
    '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--m-success-soft)' },
    '.cm-deletedChunk': { backgroundColor: 'var(--m-danger-soft)' },
    '.cm-collapsedLines': { color: 'var(--m-muted)', background: 'var(--m-hover)' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.propertyName, color: 'var(--m-link)' },
      { tag: tags.string, color: 'var(--m-success)' },
      { tag: [tags.number, tags.bool, tags.null], color: 'var(--m-warning)' },
    ]),
  ),
]
