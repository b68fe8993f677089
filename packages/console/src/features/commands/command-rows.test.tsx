import { screen } from '@testing-library/react'
import { afterEach, beforeEach, it, vi } from 'vitest'
import { ready, show } from '../../../test/render.tsx'
import { sampleCommand } from '../../../test/sample-command.ts'
import { applyPageConfig } from '../../lib/page-config.ts'
import { changeLanguage } from '../../lib/texts.ts'
import { CommandRows } from './command-rows.tsx'

const command = sampleCommand()

beforeEach(async () => {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([])))
  await ready('ocpp')
  await changeLanguage('de')
})
afterEach(async () => {
  await changeLanguage('en')
  vi.unstubAllGlobals()
})

it.each([
  [
    'the reason by its code',
    { message: 'The station is offline.', messagecode: 'station.offline' },
    'Die Ladestation ist offline.',
  ],
  [
    'the reason with its values',
    {
      message: 'The list has 1,200 entries; …',
      messagecode: 'local_list.too_long',
      messageparams: { length: 1200, limit: 100 },
    },
    'Die Liste hat 1.200 Einträge; die Ladestation nimmt höchstens 100 in einer Nachricht an (SendLocalListMaxLength).',
  ],
  [
    'the note of an accepted command instead of the reason',
    {
      statecode: 'accepted',
      message: 'The station did not respond in time.',
      messagecode: 'command.no_response',
      note: 'The station did not respond; it restarted.',
      notecode: 'command.restarted',
    },
    'Die Ladestation hat nicht geantwortet; sie hat neu gestartet.',
  ],
  [
    "the station's own description with its error code",
    { errorcode: 'GenericError', message: 'The station is offline.' },
    'GenericError: The station is offline.',
  ],
  ['the error code alone', { errorcode: 'NotSupported' }, 'NotSupported'],
  [
    'the message of a newer server',
    { message: 'Sentence of a newer server.', messagecode: 'command.of_newer_server' },
    'Sentence of a newer server.',
  ],
] as const)('shows %s', async (_, fields, text) => {
  await show(<CommandRows label="Befehle" commands={[{ ...command, ...fields }]} />, { texts: ['ocpp'] })
  await screen.findByText((__, element) => element?.tagName === 'P' && element.textContent === text)
})
