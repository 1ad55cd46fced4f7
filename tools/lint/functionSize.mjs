const groups = new Set(['describe', 'suite'])
const cases = new Set(['it', 'test', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'])

/** Counts the lines of code of a function (no blanks, no comments); a component may be longer. */
export const functionSize = {
  meta: {
    type: 'suggestion',
    schema: [{ type: 'object' }],
    defaultOptions: [{ plain: 40, component: 80, test: 80 }],
  },
  create(context) {
    const limits = context.options[0]
    const isCode = codeLines(context.sourceCode)
    const check = (node) => {
      const sort = sortOf(node)
      if (sort === 'group') return
      let lines = 0
      for (let line = node.loc.start.line; line <= node.loc.end.line; line++) {
        if (isCode(line)) lines++
      }
      if (lines <= limits[sort]) return
      const message = `A ${sort} function of ${lines} lines; ${limits[sort]} are allowed`
      context.report({ node, message })
    }
    return {
      FunctionDeclaration: check,
      FunctionExpression: check,
      ArrowFunctionExpression: check,
    }
  },
}

/** @returns {'plain' | 'component' | 'test' | 'group'} */
function sortOf(node) {
  const callee = calleeName(node.parent)
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

function codeLines({ lines }) {
  return (line) => {
    const text = lines[line - 1].trim()
    return text !== '' && !/^(\/\/|\/\*|\*|\{\/\*)/.test(text)
  }
}
