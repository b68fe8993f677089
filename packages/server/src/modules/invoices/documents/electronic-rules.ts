import type { Profile } from './invoice-document.ts'
import type { Terms } from './electronic-terms.ts'
import { norm } from './en-16931-rules.ts'
import { german, peppol } from './peppol-rules.ts'
import type { Rule } from './rule-conditions.ts'

/**
 * Business rules of EN 16931-1 (BR), of XRechnung 3.0 (BR-DE) and of Peppol BIS Billing 3 (PEPPOL, DE-R), for the tests. They are
 * written from the texts of the rules; the Schematron files of CEN, KoSIT and OpenPeppol are in no package that can be
 * installed. A rule of a group that is never written is in `rulesOfAbsentGroups`.
 */

const isGerman = ({ seller, buyer }: Terms) => seller.country === 'DE' && buyer.country === 'DE'

/** Rules of Peppol that XRechnung has taken over with version 3.0. */
const alsoInXRechnung = ['001', '007', '010', '020', '053', '110', '111', '120', '121', '130'].map(
  (number) => `PEPPOL-EN16931-R${number}`,
)

/** Rules of each profile. Peppol applies its German ones between two Germans. */
export const rules: Readonly<Record<Profile, readonly Rule[]>> = {
  'factur-x': norm,
  xrechnung: [
    ...norm,
    ...german.map(([rule]) => rule),
    ...peppol.filter(({ id }) => alsoInXRechnung.includes(id)),
  ],
  peppol: [
    ...norm,
    ...peppol,
    ...german.flatMap(([rule, id]): Rule[] =>
      id === null ? [] : [{ ...rule, id, holds: (terms) => !isGerman(terms) || rule.holds(terms) }],
    ),
  ],
}

/** Returns the rules of a profile that an invoice violates. */
export const violatedRules = (terms: Terms, profile: Profile): string[] =>
  rules[profile].flatMap(({ id, holds }) => (holds(terms) ? [] : [id]))

/** Groups and terms that the writers never write (names in UBL and CII), and the rules that only concern them. */
export const rulesOfAbsentGroups: Readonly<Record<string, string>> = {
  AllowanceCharge:
    'BR-31 to BR-44, BR-CO-05 to BR-CO-08, BR-CO-11, BR-CO-12, BR-CO-21 to BR-CO-24, BR-*-03, -04, -06 and -07 of each category, BR-CL-19, BR-CL-20, PEPPOL-EN16931-R040 to R046',
  SpecifiedTradeAllowanceCharge: 'the same in CII',
  GrossPriceProductTradePrice: 'BR-28 in CII',
  PayeeParty: 'BR-17',
  PayeeTradeParty: 'BR-17 in CII',
  TaxRepresentativeParty: 'BR-18 to BR-20, BR-56',
  SellerTaxRepresentativeTradeParty: 'BR-18 to BR-20, BR-56 in CII',
  DeliveryLocation: 'BR-57, BR-DE-10, BR-DE-11, BR-CL-26',
  ShipToTradeParty: 'BR-57, BR-DE-10, BR-DE-11, BR-CL-26 in CII',
  CardAccount: 'BR-51, BR-DE-24',
  ApplicableTradeSettlementFinancialCard: 'BR-51, BR-DE-24 in CII',
  PaymentMandate: 'BR-DE-20, BR-DE-25, BR-DE-30, BR-DE-31, PEPPOL-EN16931-R061',
  PayerPartyDebtorFinancialAccount: 'BR-DE-20, BR-DE-25, BR-DE-30, BR-DE-31 in CII',
  AdditionalDocumentReference: 'BR-52, BR-DE-22, BR-CL-24, PEPPOL-EN16931-R080, CL001',
  AdditionalReferencedDocument: 'BR-52, BR-DE-22, BR-CL-24 in CII',
  TaxCurrencyCode: 'BR-53, BR-CL-05, BR-DEC-15, PEPPOL-EN16931-R005, R054, R055',
  TaxPointDate: 'BR-CO-03',
  PayableRoundingAmount: 'BR-DEC-17',
  StandardItemIdentification: 'BR-64, BR-CL-21',
  CommodityClassification: 'BR-65, BR-CL-13',
  OriginCountry: 'BR-CL-15',
  OrderLineReference: 'PEPPOL-EN16931-R100',
  DocumentReference: 'PEPPOL-EN16931-R101',
}
