/** Only a package's and a feature's index.ts passes on what other files export; modules.ts lists the features. */
export const barrel = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    if (/[/\\](index|features[/\\]modules)\.tsx?$/.test(context.filename)) return {}
    const check = (node) => {
      // What a library holds may be passed on: ui/ is the door to the UI library.
      if (!node.source?.value.startsWith('.')) return
      context.report({ node, message: 'Only an index.ts exports what another file holds' })
    }
    return { ExportAllDeclaration: check, ExportNamedDeclaration: check }
  },
}
