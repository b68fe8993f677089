import { Type } from 'typebox'
import { allAreas, noClass, noClassIn } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Bool, closed, Done, Id, Int, Nullable, Optional, Text, Words } from './shapes.ts'
import { codeText, labelText, ownRow, sequence, stateTypes, version } from './workflow-shapes.ts'

const subject = 'Workflow'

/** A class of objects. Its id is its code. */
export const WorkflowClass = Type.Object({
  id: Text,
  code: Text,
  parentcode: Nullable(Text),
  entity: Text,
  name: Text,
  description: Nullable(Text),
  /** True if it has no objects; other classes inherit from it. */
  abstract: Bool,
  system: Bool,
  sequence: Int,
  version_no: Int,
})
export const WorkflowType = Type.Object({
  ...ownRow,
  code: Text,
  name: Text,
  description: Nullable(Text),
  sequence: Int,
})
export const WorkflowState = Type.Object({
  ...ownRow,
  code: Text,
  label: Text,
  statetypecode: Words(stateTypes),
  sequence: Int,
})
/** An operation, with one code for all classes. Its id is its code. */
export const WorkflowAction = Type.Object({
  id: Text,
  code: Text,
  label: Text,
  sequence: Int,
  system: Bool,
  version_no: Int,
})
/**
 * An action of a class. Without a state it applies to any state: if transitions name states, to those; if
 * none does, to every state that is not of the type `deleted`.
 */
export const WorkflowMethod = Type.Object({
  ...ownRow,
  stateid: Nullable(Id),
  statecode: Nullable(Text),
  actioncode: Text,
  code: Text,
  label: Text,
  /** False if only the system runs it, for example when a station reports a state. */
  visible: Bool,
  sequence: Int,
})
/** Target state of a method; without a start state, from any that is not of the type `deleted`. */
export const WorkflowTransition = Type.Object({
  ...ownRow,
  stateid: Nullable(Id),
  statecode: Nullable(Text),
  methodid: Id,
  methodcode: Text,
  newstateid: Id,
  newstatecode: Text,
})
export const eventKinds = ['parent', 'handler', 'script'] as const
/**
 * Event of an action of a class. Own events of an action replace inherited ones; `parent` runs the inherited
 * ones.
 */
export const WorkflowEvent = Type.Object({
  ...ownRow,
  actioncode: Text,
  sequence: Int,
  kind: Words(eventKinds),
  label: Text,
  handler: Nullable(Text),
  script: Nullable(Text),
  enabled: Bool,
})

const OfClass = Type.Object({ class: Optional(codeText) }, closed)
const JustCode = Type.Object({ id: codeText, version_no: version }, closed)

export const workflowClassList = endpoint({
  path: '/workflow/class/list',
  subject,
  summary: 'All classes, parents before their children',
  may: 'admin',
  use: noClass,
  body: Type.Object({}, closed),
  answer: Type.Array(WorkflowClass),
})
export const workflowClassGet = endpoint({
  path: '/workflow/class/get',
  subject,
  compressed: true,
  summary: 'One class with its own and inherited members',
  may: 'admin',
  use: noClass,
  body: Type.Object({ id: codeText }, closed),
  answer: Type.Object({
    class: WorkflowClass,
    /** From the root to the parent. */
    ancestors: Type.Array(WorkflowClass),
    types: Type.Array(WorkflowType),
    states: Type.Array(WorkflowState),
    actions: Type.Array(WorkflowAction),
    methods: Type.Array(WorkflowMethod),
    transitions: Type.Array(WorkflowTransition),
    events: Type.Array(WorkflowEvent),
    /** Names of built-in handlers that an event may run. */
    handlers: Type.Array(Text),
    /** True if the system defines its states and types: they can be renamed, none can be added. */
    fixed: Bool,
  }),
})
export const workflowClassSet = endpoint({
  path: '/workflow/class/set',
  subject,
  summary: 'Add a class (id null) below an abstract or a custom class, or change one',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Type.Object(
    {
      id: Nullable(codeText),
      code: Optional(codeText),
      parentcode: Optional(codeText),
      entity: Optional(codeText),
      name: Optional(labelText),
      description: Optional(Nullable(Type.String({ maxLength: 2000 }))),
      abstract: Optional(Bool),
      sequence,
      version_no: version,
    },
    closed,
  ),
  answer: WorkflowClass,
})
export const workflowClassDelete = endpoint({
  path: '/workflow/class/delete',
  subject,
  summary: 'Remove a class without objects and child classes, with its own members',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: JustCode,
  answer: Done,
})

export const workflowActionList = endpoint({
  path: '/workflow/action/list',
  subject,
  summary: 'All actions',
  may: 'admin',
  use: noClass,
  body: Type.Object({}, closed),
  answer: Type.Array(WorkflowAction),
})
export const workflowActionSet = endpoint({
  path: '/workflow/action/set',
  subject,
  summary: 'Add an action (id null) or change one',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Type.Object(
    {
      id: Nullable(codeText),
      code: Optional(codeText),
      label: Optional(labelText),
      sequence,
      version_no: version,
    },
    closed,
  ),
  answer: WorkflowAction,
})
export const workflowActionDelete = endpoint({
  path: '/workflow/action/delete',
  subject,
  summary: 'Remove an action that nothing uses',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: JustCode,
  answer: Done,
})

export const workflowTypeList = endpoint({
  path: '/workflow/type/list',
  subject,
  summary: 'Types of a class, inherited ones too; without a class all',
  may: 'admin',
  use: noClass,
  body: OfClass,
  answer: Type.Array(WorkflowType),
})
export const workflowStateList = endpoint({
  path: '/workflow/state/list',
  subject,
  summary: 'States of a class, inherited ones too; without a class all',
  may: 'admin',
  use: noClass,
  body: OfClass,
  answer: Type.Array(WorkflowState),
})
export const workflowMethodList = endpoint({
  path: '/workflow/method/list',
  subject,
  summary: 'Methods of a class, inherited ones too; without a class all',
  may: 'admin',
  use: noClass,
  body: OfClass,
  answer: Type.Array(WorkflowMethod),
})
export const workflowTransitionList = endpoint({
  path: '/workflow/transition/list',
  subject,
  summary: 'Transitions of a class, inherited ones too; without a class all',
  may: 'admin',
  use: noClass,
  body: OfClass,
  answer: Type.Array(WorkflowTransition),
})
export const workflowEventList = endpoint({
  path: '/workflow/event/list',
  subject,
  summary: 'Events of a class, inherited ones too; without a class all',
  may: 'admin',
  use: noClass,
  body: OfClass,
  answer: Type.Array(WorkflowEvent),
})

export const classNames = endpoint({
  path: '/class/name/list',
  subject,
  compressed: true,
  summary:
    'Custom labels of states, types and methods of built-in classes: those that administrators added or renamed',
  may: 'user',
  use: noClassIn(allAreas),
  body: Type.Object({}, closed),
  answer: Type.Array(
    Type.Object({
      kind: Words(['state', 'type', 'method'] as const),
      classcode: Text,
      code: Text,
      name: Text,
    }),
  ),
})
