import { incidentAcknowledge } from '@stationmaster/contract'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Incident } from '../../../features/incidents/incident-words.ts'
import { useIncidentChanges } from '../../../features/incidents/use-incident-changes.ts'
import { useMay } from '../../../lib/access.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useUser } from '../../../lib/session.ts'

const hourMs = 3_600_000
const typing = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]'

/**
 * Keys of the list: j and k move between rows; a acknowledges the row with the focus, s hides it for an hour, i
 * assigns it to the user, c opens it at the comment. Each key does nothing while a field or menu has the focus.
 */
export function useIncidentKeys(incidents: readonly Incident[]): ReturnType<typeof useIncidentChanges> {
  const changes = useIncidentChanges()
  const navigate = useNavigate()
  const user = useUser()
  const may = useMay()
  const run = (key: string, incident: Incident): boolean => {
    if (key === 'c') {
      void navigate(addressOf('/crm/incidents', [incident.id]), { state: { comment: true } })
      return true
    }
    const isOpen =
      incident.status !== 'closed' && may(incidentAcknowledge, { id: incident.id }) && !changes.isBusy
    if (!isOpen) return false
    if (key === 'a') changes.toggleAcknowledged(incident)
    else if (key === 's') changes.snoozeUntil(incident, new Date(Date.now() + hourMs))
    else if (key === 'i' && user) changes.assignTo(incident, user.id)
    else return false
    return true
  }
  const handle = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const target = event.target instanceof Element ? event.target : null
    if (target?.closest(typing)) return
    const key = event.key.toLowerCase()
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
    const at = rows.findIndex((row) => row === target)
    const step = { j: 1, k: -1 }[key]
    if (step !== undefined) rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step))]?.focus()
    else {
      const incident = incidents.find(({ id }) => id === rows[at]?.dataset.row)
      if (!incident || !run(key, incident)) return
    }
    event.preventDefault()
  }
  const latest = useRef(handle)
  useEffect(() => {
    latest.current = handle
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return changes
}
