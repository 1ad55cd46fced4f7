import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap } from '@codemirror/language'
import { linter } from '@codemirror/lint'
import { unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef } from 'react'
import classes from './code.module.css'
import { codeTheme } from './codeTheme.ts'

interface CodeEditorProps {
  /** What it is, for those who cannot see it. */
  readonly label: string
  readonly value: string
  /** Without it nothing can be typed. */
  readonly onChange?: (text: string) => void
  /** Why a text cannot be read, and where, in characters from its begin. */
  readonly faultOf?: (text: string) => { readonly from: number; readonly message: string } | null
  /** What it is compared with, line by line. */
  readonly original?: string
}

/**
 * A JSON text with line numbers, colours and folding. It stands in a shadow tree: the library's styles
 * are adopted there, where the page's rules against inline styles allow it.
 */
export function CodeEditor({ label, value, onChange, faultOf, original }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const isReadOnly = onChange === undefined
  const changed = useEffectEvent((text: string) => onChange?.(text))
  const faultIn = useEffectEvent((text: string) => faultOf?.(text) ?? null)
  const begin = useEffectEvent(() => value)
  useEffect(() => {
    if (!host.current) return undefined
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const marks = linter(({ state }) => {
      const fault = faultIn(state.doc.toString())
      if (!fault) return []
      const from = Math.min(fault.from, state.doc.length)
      const to = Math.min(from + 1, state.doc.length)
      return [{ from, to, severity: 'error', message: fault.message }]
    })
    const editor = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: begin(),
        extensions: [
          ...usual(label),
          ...(isReadOnly ? [EditorState.readOnly.of(true)] : [marks]),
          ...(original === undefined ? [] : [comparedWith(original)]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [label, isReadOnly, original])
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  return <div ref={host} className={classes.code} dir="ltr" />
}

const usual = (label: string): Extension[] => [
  lineNumbers(),
  foldGutter(),
  history(),
  bracketMatching(),
  json(),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label }),
  keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap]),
  ...codeTheme,
]

const comparedWith = (original: string): Extension =>
  unifiedMergeView({
    original,
    mergeControls: false,
    highlightChanges: true,
    collapseUnchanged: { margin: 3, minSize: 6 },
  })
