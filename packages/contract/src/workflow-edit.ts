import { Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Bool, closed, Done, Id, Nullable, Optional, Text, Words } from './shapes.ts'
import {
  eventKinds,
  WorkflowEvent,
  WorkflowMethod,
  WorkflowState,
  WorkflowTransition,
  WorkflowType,
} from './workflow.ts'
import { codeText, labelText, sequence, stateTypes, version } from './workflow-shapes.ts'

const subject = 'Workflow'

const JustRow = Type.Object({ id: Id, version_no: version }, closed)
const whichRow = { id: Nullable(Id), class: Optional(codeText), version_no: version }

export const workflowTypeSet = endpoint({
  path: '/workflow/type/set',
  subject,
  summary: 'Add a type (id null) to a class or change one',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Type.Object(
    {
      ...whichRow,
      code: Optional(codeText),
      name: Optional(labelText),
      description: Optional(Nullable(Type.String({ maxLength: 2000 }))),
      sequence,
    },
    closed,
  ),
  answer: WorkflowType,
})
export const workflowTypeDelete = endpoint({
  path: '/workflow/type/delete',
  subject,
  summary: 'Remove a type that no object has',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: JustRow,
  answer: Done,
})

export const workflowStateSet = endpoint({
  path: '/workflow/state/set',
  subject,
  summary: 'Add a state (id null) to a class or change one',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Type.Object(
    {
      ...whichRow,
      code: Optional(codeText),
      label: Optional(labelText),
      statetypecode: Optional(Words(stateTypes)),
      sequence,
    },
    closed,
  ),
  answer: WorkflowState,
})
export const workflowStateDelete = endpoint({
  path: '/workflow/state/delete',
  subject,
  summary: 'Remove a state that no object is in, with its transitions',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: JustRow,
  answer: Done,
})

export const workflowMethodSet = endpoint({
  path: '/workflow/method/set',
  subject,
  summary: 'Add a method (id null) to a class or change one',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Type.Object(
    {
      ...whichRow,
      /** Null for any. */
      stateid: Optional(Nullable(Id)),
      actioncode: Optional(codeText),
      code: Optional(codeText),
      label: Optional(labelText),
      visible: Optional(Bool),
      sequence,
    },
    closed,
  ),
  answer: WorkflowMethod,
})
export const workflowMethodDelete = endpoint({
  path: '/workflow/method/delete',
  subject,
  summary: 'Remove a method, with its transitions',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: JustRow,
  answer: Done,
})

export const workflowTransitionSet = endpoint({
  path: '/workflow/transition/set',
  subject,
  summary: 'Add a transition (id null) to a class or change one',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Type.Object(
    {
      ...whichRow,
      /** Null for any. */
      stateid: Optional(Nullable(Id)),
      methodid: Optional(Id),
      newstateid: Optional(Id),
    },
    closed,
  ),
  answer: WorkflowTransition,
})
export const workflowTransitionDelete = endpoint({
  path: '/workflow/transition/delete',
  subject,
  summary: 'Remove a transition',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: JustRow,
  answer: Done,
})

export const workflowEventSet = endpoint({
  path: '/workflow/event/set',
  subject,
  summary: 'Add an event (id null) to an action of a class or change one',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Type.Object(
    {
      ...whichRow,
      actioncode: Optional(codeText),
      sequence,
      kind: Optional(Words(eventKinds)),
      label: Optional(labelText),
      handler: Optional(Text),
      script: Optional(Type.String({ maxLength: 65_536 })),
      enabled: Optional(Bool),
    },
    closed,
  ),
  answer: WorkflowEvent,
})
export const workflowEventDelete = endpoint({
  path: '/workflow/event/delete',
  subject,
  summary: 'Remove an event',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: JustRow,
  answer: Done,
})
