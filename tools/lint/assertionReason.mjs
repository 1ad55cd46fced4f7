/** Where `as` is allowed at all, the comment beside it says why the compiler could not know. */
export const assertionReason = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    const check = (node) => {
      if (node.typeAnnotation.typeName?.name === 'const') return
      const first = statementOf(node).loc.start.line
      const last = node.loc.end.line
      const reasons = context.sourceCode
        .getAllComments()
        .filter(({ loc }) => loc.end.line >= first - 1 && loc.start.line <= last)
      if (reasons.length > 0) return
      context.report({ node, message: 'A type assertion without a comment that gives its reason' })
    }
    return { TSAsExpression: check, TSTypeAssertion: check }
  },
}

/** One comment above a statement serves all assertions in it. */
function statementOf(node) {
  let at = node
  while (at.parent && !/(Statement|Declaration|PropertyDefinition)$/.test(at.type)) at = at.parent
  return at
}
