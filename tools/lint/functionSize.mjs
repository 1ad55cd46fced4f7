const groups = new Set(['describe', 'suite'])
/** Who takes what is made when it is asked for: `once`, and the calls and messages of the contract. */
const keepers = new Set(['once', 'get', 'post', 'put', 'del', 'up', 'down'])
const cases = new Set(['it', 'test', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'])

/**
 * Counts the lines of code of a function, without blanks and comments. Named functions and methods
 * inside it count for themselves, so that a closure may have members as a class has; but then the
 * whole keeps to `closure`. A value that is made when it is asked for is not counted, as the same value
 * made at once would not be.
 */
export const functionSize = {
  meta: {
    type: 'suggestion',
    schema: [{ type: 'object' }],
    defaultOptions: [{ plain: 40, closure: 100, component: 80, test: 80 }],
  },
  create(context) {
    const limits = context.options[0]
    const open = []
    const count = lineCounter(context.sourceCode)
    const leave = (node) => {
      const { members } = open.pop()
      const lines = count(node)
      if (open.length > 0 && isMember(node)) open.at(-1).members += lines
      const sort = sortOf(node)
      const report = (many, kind) => {
        if (many <= limits[kind]) return
        const message = `A ${kind} function of ${many} lines; ${limits[kind]} are allowed`
        context.report({ node, message })
      }
      if (sort === 'group' || sort === 'value') return
      report(sort === 'plain' ? lines - members : lines, sort)
      if (sort === 'plain' && members > 0) report(lines, 'closure')
    }
    const enter = () => open.push({ members: 0 })
    return {
      FunctionDeclaration: enter,
      FunctionExpression: enter,
      ArrowFunctionExpression: enter,
      'FunctionDeclaration:exit': leave,
      'FunctionExpression:exit': leave,
      'ArrowFunctionExpression:exit': leave,
    }
  },
}

function isMember(node) {
  if (node.type === 'FunctionDeclaration') return true
  return node.parent.type === 'MethodDefinition' || node.parent.method === true
}

/** @returns {'plain' | 'component' | 'test' | 'group' | 'value'} */
function sortOf(node) {
  const callee = calleeName(node.parent)
  const isValue = node.params.length === 0 && node.body.type !== 'BlockStatement'
  if (isValue && keepers.has(callee)) return 'value'
  if (groups.has(callee)) return 'group'
  if (cases.has(callee)) return 'test'
  return isComponent(node) ? 'component' : 'plain'
}

/** `describe.skip(…)` and `it.each(…)(…)` are a `describe` and an `it` too. */
function calleeName(parent) {
  if (parent?.type !== 'CallExpression') return ''
  let callee = parent.callee
  while (callee.type === 'MemberExpression' || callee.type === 'CallExpression') {
    callee = callee.type === 'MemberExpression' ? callee.object : callee.callee
  }
  return callee.name ?? ''
}

function isComponent(node) {
  const name = node.id?.name ?? (node.parent?.type === 'VariableDeclarator' && node.parent.id.name)
  return /^[A-Z]/.test(name || '')
}

function lineCounter({ lines }) {
  const isCode = (text) => text !== '' && !/^(\/\/|\/\*|\*|\{\/\*)/.test(text)
  return ({ loc }) =>
    lines.slice(loc.start.line - 1, loc.end.line).filter((line) => isCode(line.trim())).length
}
