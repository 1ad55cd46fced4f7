const members = new Map([
  ['Date.now', 'ctx.now()'],
  ['performance.now', 'ctx.now()'],
  ['Math.random', 'an argument'],
  ['process.env', 'the configuration that the platform read'],
])
const modules = new Set(['process', 'node:process', 'perf_hooks', 'node:perf_hooks'])

/** Features get the moment, chance and configuration as arguments, so that a test can choose them. */
export const ambient = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const isGlobal = (node) =>
      node.type === 'Identifier' && !isDeclared(context.sourceCode.getScope(node), node.name)
    return {
      ImportDeclaration(node) {
        if (!modules.has(node.source.value)) return
        context.report({ node, message: `${node.source.value}: take an argument instead` })
      },
      MemberExpression(node) {
        const owner = node.object
        const property = node.computed ? node.property.value : node.property.name
        const instead = isGlobal(owner) ? members.get(`${owner.name}.${property}`) : undefined
        if (instead) {
          context.report({ node, message: `${owner.name}.${property}: take ${instead} instead` })
        }
      },
      'NewExpression, CallExpression'(node) {
        if (node.callee.name !== 'Date' || !isGlobal(node.callee)) return
        if (node.type === 'NewExpression' && node.arguments.length > 0) return
        context.report({ node, message: 'The present moment: take ctx.now() instead' })
      },
    }
  },
}

function isDeclared(scope, name) {
  for (let at = scope; at; at = at.upper) {
    const variable = at.set.get(name)
    if (variable) return variable.defs.length > 0
  }
  return false
}
