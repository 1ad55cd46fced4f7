/**
 * Features read records by members that the compiler knows: `row['name']` compiles whatever the
 * table's columns are called.
 */
export const namedMembers = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    MemberExpression(node) {
      const { property } = node
      const name = node.computed && property.type === 'Literal' ? property.value : null
      if (typeof name !== 'string' || !/^[A-Za-z_]\w*$/.test(name)) return
      context.report({ node, message: `['${name}']: type what is read, and write .${name}` })
    },
  }),
}
