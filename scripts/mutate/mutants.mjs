import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../files.mjs'

/** Operators, and those that replace them. */
const operators = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '&&=': ['||='],
  '||=': ['&&='],
}
/** Methods, and those that replace them; an empty text leaves out the call. */
const methods = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  some: 'every',
  every: 'some',
  find: 'findLast',
  findLast: 'find',
  filter: '',
  sort: '',
  toSorted: '',
}

/** Returns the changes of one file: `start` and `end` of the text that `after` replaces. */
export async function mutantsOf(file) {
  const source = await readFile(join(root, file), 'utf8')
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const lines = source.split('\n')
  const mutants = []
  const add = (after, start, end) => {
    const { line } = tree.getLineAndCharacterOfPosition(start)
    mutants.push({
      file,
      start,
      end,
      before: source.slice(start, end),
      after,
      line: line + 1,
      text: lines[line].trim(),
    })
  }
  const visit = (node) => {
    // types, and what is imported and exported, do nothing at run time
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return
    if (ts.isTypeAliasDeclaration(node) || ts.isExportDeclaration(node)) return
    for (const [after, start = node.getStart(tree), end = node.getEnd()] of changesOf(node, tree))
      add(after, start, end)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return mutants
}

/** Yields replacements of a node: the new text, and begin and end of what it replaces unless that is all of it. */
function* changesOf(node, tree) {
  if (ts.isBinaryExpression(node)) {
    const { operatorToken: token, left, right } = node
    for (const after of operators[token.getText(tree)] ?? [])
      yield [after, token.getStart(tree), token.getEnd()]
    if (token.kind === ts.SyntaxKind.QuestionQuestionToken) yield [left.getText(tree)]
    if (token.kind === ts.SyntaxKind.AmpersandAmpersandToken)
      yield* [[left.getText(tree)], [right.getText(tree)]]
  }
  if (ts.isPrefixUnaryExpression(node) && !isNumber(node.operand)) {
    const { operator, operand } = node
    if (operator === ts.SyntaxKind.ExclamationToken || operator === ts.SyntaxKind.MinusToken)
      yield [operand.getText(tree)]
  }
  if (ts.isPostfixUnaryExpression(node)) {
    const text = node.operand.getText(tree)
    yield [node.operator === ts.SyntaxKind.PlusPlusToken ? `${text}--` : `${text}++`]
  }
  if (isNumber(node)) yield [`(${node.getText(tree)} + 1${ts.isBigIntLiteral(node) ? 'n' : ''})`]
  if (node.kind === ts.SyntaxKind.TrueKeyword) yield ['false']
  if (node.kind === ts.SyntaxKind.FalseKeyword) yield ['true']
  if (ts.isStringLiteral(node) && node.text !== '' && !ts.isPropertyAssignment(node.parent.parent ?? node))
    yield ["''"]
  if (ts.isConditionalExpression(node)) {
    yield [node.whenTrue.getText(tree)]
    yield [node.whenFalse.getText(tree)]
  }
  if (ts.isIfStatement(node)) {
    const { expression } = node
    yield ['true', expression.getStart(tree), expression.getEnd()]
    yield ['false', expression.getStart(tree), expression.getEnd()]
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression
    const after = methods[name.text]
    if (after === '') yield [expression.getText(tree)]
    else if (after !== undefined) yield [after, name.getStart(tree), name.getEnd()]
  }
  // a statement is left out
  if (ts.isExpressionStatement(node) || ts.isContinueStatement(node) || ts.isBreakStatement(node)) yield [';']
}

const isNumber = (node) => ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)
