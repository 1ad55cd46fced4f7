const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression'])

/** An exported function of a kit says in one sentence what it promises. */
export const documented = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    return {
      ExportNamedDeclaration(node) {
        if (!holdsFunction(node.declaration)) return
        const comments = context.sourceCode.getCommentsBefore(node)
        if (comments.some(({ type, value }) => type === 'Block' && value.startsWith('*'))) return
        if (isOverload(node)) return
        context.report({ node, message: 'An exported function without a docstring' })
      },
    }
  },
}

function holdsFunction(declaration) {
  if (declaration?.type === 'FunctionDeclaration') return true
  if (declaration?.type !== 'VariableDeclaration') return false
  return declaration.declarations.some(({ init }) => functions.has(init?.type))
}

/** The first signature of an overloaded function carries the sentence for all. */
function isOverload(node) {
  const siblings = node.parent.body
  const before = siblings[siblings.indexOf(node) - 1]
  return (
    before?.type === 'ExportNamedDeclaration' &&
    before.declaration?.type === 'TSDeclareFunction' &&
    before.declaration.id?.name === node.declaration.id?.name
  )
}
