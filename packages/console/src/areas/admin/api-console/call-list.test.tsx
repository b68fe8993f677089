import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { changeLanguage } from '../../../lib/texts.ts'
import type { ApiEndpoint } from './api-endpoints.ts'
import { CallList } from './call-list.tsx'

afterEach(() => changeLanguage('en'))

const call: ApiEndpoint = {
  path: '/card/list',
  subject: 'Cards',
  summary: 'Cards of the account',
  may: 'user',
  fresh: null,
  params: [],
  body: {},
  isSecret: false,
}

it('marks the descriptions of endpoints as English on a page in another language', async () => {
  await show(<CallList endpoints={[call]} chosen="" typed="" onType={() => {}} />, { texts: ['api-console'] })
  await changeLanguage('de')
  expect(await screen.findByText('1 Endpunkt')).toBeTruthy()
  for (const text of ['Cards', 'Cards of the account']) expect(screen.getByText(text).lang).toBe('en')
})
