import type { ErrorTable } from './error-table.ts'

/** Errors of classes, states, methods, events, scripts and objects of administrators' classes. */
export const workflowErrors = {
  'class.not_found': { kind: 'not-found', message: 'Class not found.' },
  'class.abstract': {
    kind: 'not-possible',
    message: 'The class {{class}} is abstract and has no objects. Choose a subclass.',
  },
  'class.created_elsewhere': {
    kind: 'not-possible',
    message: 'Objects of the class {{class}} can only be created with their own API requests.',
  },
  'class.inherited': {
    kind: 'not-possible',
    message: 'Other classes inherit from this class: {{classes, number}}. Delete them first.',
  },
  'class.no_states': {
    kind: 'not-possible',
    message: 'The class {{class}} has no states yet. Add one first.',
  },
  'class.no_types': { kind: 'not-possible', message: 'The class {{class}} has no types yet. Add one first.' },
  'class.parent_built_in': {
    kind: 'not-possible',
    message:
      'Only the system creates objects of the class {{class}}. Choose an abstract class or a class added by an administrator.',
  },
  'class.states_fixed': {
    kind: 'not-possible',
    message: 'The states of this class are built in. They can be renamed, but no states can be added.',
  },
  'class.transitions_fixed': {
    kind: 'not-possible',
    message: 'The transitions of this class are built in. No transitions to other states can be added.',
  },
  'class.types_fixed': {
    kind: 'not-possible',
    message: 'The types of this class are built in. They can be renamed, but no types can be added.',
  },
  'type.not_found': { kind: 'not-found', message: 'Type not found.' },
  'state.not_found': { kind: 'not-found', message: 'State not found.' },
  'state.has_methods': {
    kind: 'not-possible',
    message: 'These methods belong to this state: {{methods}}. Delete or change them first.',
  },
  'state.not_of_class': { kind: 'invalid', message: 'The class does not have this state. Choose another.' },
  'state.removed': {
    kind: 'conflict',
    message: 'Another user has deleted the state {{state}}. Reload the data.',
  },
  'method.not_found': { kind: 'not-found', message: 'Method not found.' },
  'method.forbidden': {
    kind: 'forbidden',
    message: 'You may not run the method “{{method}}” of the class {{class}}.',
  },
  'method.id_or_code': { kind: 'invalid', message: 'Specify the method by either its ID or its code.' },
  'method.not_in_state': {
    kind: 'not-possible',
    message: 'The method “{{method}}” is not possible in the state {{state}}.',
  },
  'method.not_of_class': { kind: 'invalid', message: 'The class does not have this method. Choose another.' },
  'method.system_only': { kind: 'forbidden', message: 'Only the system can run this method.' },
  'method.unknown': { kind: 'not-possible', message: 'The class has no method “{{method}}”.' },
  'transition.not_found': { kind: 'not-found', message: 'Transition not found.' },
  'transition.taken': {
    kind: 'conflict',
    message: 'The method already has a transition from this state.',
  },
  'action.not_found': { kind: 'not-found', message: 'Action not found.' },
  'action.in_use': {
    kind: 'not-possible',
    message: 'Methods or events use this action: {{uses, number}}. Delete or change them first.',
  },
  'action.unknown': { kind: 'invalid', message: 'Unknown action “{{action}}”. Choose one from the list.' },
  'event.not_found': { kind: 'not-found', message: 'Event not found.' },
  'event.handler_unknown': {
    kind: 'not-possible',
    message: 'The class {{class}} has no function “{{handler}}”.',
  },
  'event.no_handlers': {
    kind: 'invalid',
    message: 'This class has no functions. Choose another kind of event.',
  },
  'script.invalid': { kind: 'invalid', message: 'The script has a syntax error: {{reason}}' },
  'script.invalid_at': {
    kind: 'invalid',
    message: 'The script has a syntax error on line {{line}}: {{reason}}',
  },
  'script.invalid_character': {
    kind: 'invalid',
    message: 'Line {{line}} of the script contains a character that cannot be stored.',
  },
  'script.too_long': {
    kind: 'invalid',
    message: 'The script is longer than {{limit, number}} characters.',
  },
  'script.nested_too_deeply': { kind: 'invalid', message: 'The script is nested too deeply.' },
  'script.failed': { kind: 'not-possible', message: 'The script “{{event}}” failed: {{reason}}' },
  'script.failed_at': {
    kind: 'not-possible',
    message: 'The script “{{event}}” failed on line {{line}}: {{reason}}',
  },
  'script.thrown': { kind: 'not-possible', message: 'The script threw an error: {{reason}}' },
  'script.waits': {
    kind: 'not-possible',
    message: 'Scripts cannot wait: promises, await and import are not supported.',
  },
  'script.calls_too_deep': { kind: 'not-possible', message: 'The script calls itself too many levels deep.' },
  'script.too_slow': {
    kind: 'not-possible',
    message: 'The script took longer than {{limit, number}} ms.',
  },
  'script.out_of_memory': {
    kind: 'not-possible',
    message: 'The script needs more than {{limit, number}} MB of memory.',
  },
  'script.input_too_large': {
    kind: 'not-possible',
    message: 'The object and the parameters have more than {{limit, number}} characters.',
  },
  'script.too_many_effects': {
    kind: 'not-possible',
    message: 'A script can have at most {{limit, number}} effects.',
  },
  'script.methods_too_deep': {
    kind: 'not-possible',
    message:
      'Scripts may run at most {{limit, number}} methods in a chain, where the script of one method runs the next.',
  },
  'script.too_many_methods': {
    kind: 'not-possible',
    message: 'The scripts of one request may run at most {{limit, number}} methods.',
  },
  'script.object_changed': {
    kind: 'conflict',
    message: 'The object changed each time its script ran. Try again.',
  },
  'script.busy': {
    kind: 'unavailable',
    message: 'Too many scripts are waiting. Try again in a few seconds.',
  },
  'script.crashed': {
    kind: 'unavailable',
    message: 'The sandbox for scripts failed and was restarted. Try again.',
  },
  'object.removed': { kind: 'conflict', message: 'Deleted by someone else.' },
  'object.no_label': {
    kind: 'not-possible',
    message: 'Objects of the class {{class}} have no label that a script can change.',
  },
  'object.no_tags': { kind: 'not-possible', message: 'Objects of the class {{class}} have no tags.' },
} as const satisfies ErrorTable
