import type { AnswerOf, commandList } from '@stationmaster/contract'

type Command = AnswerOf<typeof commandList>[number]

/** Returns a Reset of a station as the server lists it. */
export const sampleCommand = (changes: Partial<Command> = {}): Command => ({
  id: '01990000-0000-7000-8000-000000000001',
  runid: '01990000-0000-7000-8000-000000000002',
  stationid: '01990000-0000-7000-8000-000000000003',
  identity: 'CS-1',
  action: 'Reset',
  request: {},
  statecode: 'failed',
  status: null,
  response: null,
  errorcode: null,
  message: null,
  messagecode: null,
  messageparams: null,
  late: false,
  note: null,
  notecode: null,
  restarted: null,
  requestedby: null,
  created: '2026-01-01T00:00:00.000Z',
  sent: null,
  answered: null,
  roundtripms: null,
  methods: {},
  ...changes,
})
