import type { AnswerOf, incidentList, ProblemCategory } from '@stationmaster/contract'
import { useNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import { useTermWord } from '../../lib/term-words.ts'
import { useTexts } from '../../lib/texts.ts'

export type Incident = AnswerOf<typeof incidentList>[number]
type Cause = Pick<Incident, 'rule' | 'details' | 'connectorid' | 'sitelabel'>

/** Owner of a certificate that expires. */
type CertificateOwner = 'station' | 'authority' | 'client_authority' | 'port'

const hourSeconds = 3600

/** Returns a function that describes the cause of an incident. The texts `terms` must be loaded. */
export function useCause(): (incident: Cause) => string {
  const t = useTexts('incidents')
  const format = useFormat()
  const word = useTermWord()
  const now = useNow()
  return ({ rule, details, connectorid, sitelabel }) => {
    const count = Number(details.events ?? 1)
    switch (rule) {
      case 'site_outage':
        return t('causes.site_outage', {
          site: sitelabel ?? '–',
          offline: Number(details.offline ?? 0),
          stations: Number(details.stations ?? 0),
        })
      case 'offline':
        return t('causes.offline')
      case 'faulted': {
        const fault = details.errorcode ? word('errorCode', String(details.errorcode)) : t('causes.fault')
        return connectorid
          ? t('causes.faulted', { fault, connector: connectorid })
          : t('causes.faultedStation', { fault })
      }
      case 'no_session':
        return t('causes.no_session', {
          usual: format.duration(Number(details.usualhours ?? 0) * hourSeconds),
        })
      case 'meter_backwards':
        return t('causes.meter_backwards', { energy: format.energy(Number(details.energywh ?? 0)) })
      case 'certificate_expiry': {
        const until = String(details.until)
        const cause = Date.parse(until) <= now ? 'certificate_expired' : 'certificate_expiry'
        const certificate = String(details.certificate) as CertificateOwner // as the rule writes it
        return t(`causes.${cause}.${certificate}`, { until: format.date(until), name: String(details.name) })
      }
      case 'driver_report':
        return t('causes.driver_report', {
          count,
          problem: t(`reports.categories.${String(details.category) as ProblemCategory}`), // as the rule writes it
        })
      default:
        return t(`causes.${rule}`, { count })
    }
  }
}

/** Occurrences within a week from which a fault is not cleared by a reset. */
const often = 3

/** Returns the next step of an incident. */
export function useNextStep(): (incident: Pick<Incident, 'rule' | 'recurrence' | 'details'>) => string {
  const t = useTexts('incidents')
  return ({ rule, recurrence, details }) => {
    if (rule === 'certificate_expiry')
      return t(`next.certificate_expiry.${String(details.certificate) as CertificateOwner}`) // as the rule writes it
    return rule === 'faulted' && recurrence >= often ? t('next.faultedAgain') : t(`next.${rule}`)
  }
}
