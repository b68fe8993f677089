import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../test/render.tsx'
import { CardRows } from '../../ui/table/card-rows.tsx'
import { securityEventColumns } from './security-event-columns.tsx'

it('names the station of an event on phones, in the list of all stations', async () => {
  const event = {
    id: '01990000-0000-7000-8000-000000000001',
    stationid: '01990000-0000-7000-8000-000000000002',
    identity: 'CS-1',
    type: 'TamperDetectionActivated',
    info: 'door contact',
    own: false,
    happened: '2026-01-01T00:00:00.000Z',
    received: '2026-01-01T00:00:00.000Z',
  }
  await show(
    <CardRows
      label="Events"
      columns={securityEventColumns}
      rows={[event]}
      rowId={({ id }) => id}
      rowName={({ type }) => type}
    />,
    { texts: ['certificates'] },
  )
  for (const text of ['Tampering detected', 'CS-1', 'door contact'])
    expect(screen.getByText(text)).toBeTruthy()
})
