import type { AnswerOf, workflowPreview } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Rights } from '../../shared/scope.ts'
import { type Person, rightsOf, rulebookOf } from '../rights/index.ts'
import { type CompiledClass, compileWorkflow, methodsOf, transitionFrom, type Workflow } from './compile.ts'
import type { WorkflowDeps } from './deps.ts'
import { readModel } from './model-store.ts'
import { type GroupRow, groupsWithRules } from './preview-store.ts'

type Answer = AnswerOf<typeof workflowPreview>

/** Returns the buttons that an object in each state of a class offers, and the groups whose members see them. */
export async function previewClass(
  { db }: Pick<WorkflowDeps, 'db'>,
  classCode: string,
): Promise<Answer | Refusal> {
  const workflow = compileWorkflow(await readModel(db))
  const of = workflow.classes.get(classCode)
  if (!of) return refuse('class.not_found', { field: 'class' })
  const all = await groupsWithRules(db)
  const rows = all.filter((row) => row.kind !== null || hasRule(of, row))
  const groups = rows.map((row) => ({ row, rights: rightsOfMember(workflow, all, row) }))
  const whose = (methodCode: string, letter: 'v' | 'e') =>
    groups
      .filter(
        ({ row, rights }) =>
          !(of.row.is_system && row.kind === 'drivers') &&
          rights.mayMethod({ classCode, methodCode }, letter),
      )
      .map(({ row }) => row.id)
  return {
    groups: rows.map(({ id, code, name }) => ({ id, code, name })),
    states: [...of.states.values()].map((state) => ({
      statecode: state.code,
      label: state.label,
      methods: methodsOf(workflow, of, state.code)
        .filter((method) => method.is_visible)
        .map(({ code, label, action_code: actioncode }) => ({
          code,
          label,
          actioncode,
          newstatecode: transitionFrom(of, state.code, code)?.to ?? state.code,
          visible: whose(code, 'v'),
          enabled: whose(code, 'e'),
        })),
    })),
  }
}

/** Returns true if a group has a rule for the class; without one, its members follow their other groups. */
const hasRule = ({ row: { code }, path }: CompiledClass, { rules }: GroupRow): boolean =>
  (rules.classes ?? []).some(({ classCode }) => classCode === code) ||
  (rules.methods ?? []).some(({ classCode }) => path.includes(classCode))

/**
 * Returns the rights of a user who is in this group only, apart from the system groups that users of that
 * kind are in.
 */
function rightsOfMember(workflow: Workflow, all: readonly GroupRow[], group: GroupRow): Rights {
  const kind = group.kind ?? 'operators'
  const person: Person = {
    isAdmin: kind === 'administrators',
    isDriver: kind === 'drivers',
    isGuest: kind === 'guests',
  }
  const own = all.filter((row) => row.id === group.id || row.kind === kind)
  const book = rulebookOf({
    classes: own.flatMap(({ rules }) => rules.classes ?? []),
    methods: own.flatMap(({ rules }) => rules.methods ?? []),
    objects: null,
    parents: Object.fromEntries(workflow.model.classes.map(({ code, parent_code }) => [code, parent_code])),
  })
  return rightsOf(person, book)
}
