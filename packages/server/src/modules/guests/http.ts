import type { Handlers } from '../../shared/handlers.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import { giveUp, mailCharge, shownCharge, signedOf, startAgain, stopCharge } from './charge.ts'
import type { GuestDeps } from './deps.ts'
import { printLabels, renewCodes } from './labels.ts'
import { reportStation } from './report.ts'
import { reserve } from './reserve.ts'
import { setSettings, shownSettings } from './settings.ts'
import { shownStation } from './station.ts'

/** Endpoints. The code or link decides what those of guests return, not the user who may be signed in. */
export const guestsHttp = (deps: GuestDeps) =>
  ({
    guestStation: (_viewer, { code }) => outsideTenant(() => shownStation(deps, code)),
    guestStationReport: (_viewer, { code }) => outsideTenant(() => reportStation(deps, code)),
    guestChargeReserve: (_viewer, body, { address }) => outsideTenant(() => reserve(deps, body, address)),
    guestChargeGet: (_viewer, { secret }) => outsideTenant(() => shownCharge(deps, secret)),
    guestChargeSigned: (_viewer, { secret }) => outsideTenant(() => signedOf(deps, secret)),
    guestChargeStart: (_viewer, body) => outsideTenant(() => startAgain(deps, body)),
    guestChargeStop: (_viewer, { secret }, { signal }) =>
      outsideTenant(() => stopCharge(deps, secret, signal)),
    guestChargeRelease: (_viewer, { secret }) => outsideTenant(() => giveUp(deps, secret)),
    guestChargeMail: (_viewer, body) => outsideTenant(() => mailCharge(deps, body)),
    guestSettings: (viewer) => shownSettings(deps, viewer),
    guestSettingsSet: (viewer, body) => setSettings(deps, viewer, body),
    guestLabelPrint: (viewer, body) => printLabels(deps, viewer, body),
    guestCodeRenew: (viewer, body) => renewCodes(deps, viewer, body),
  }) satisfies Handlers
