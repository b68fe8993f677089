import { quirks } from '../quirks/quirks.ts'
import { scenarios } from '../scenarios/scenarios.ts'

const row = (name: string, meaning: string): string => `  ${name.padEnd(22)}${meaning}`

/** Output of `--help`. */
export const helpText = `Virtual charging stations for an OCPP 1.6-J central system.

Usage
  stationmaster-simulator --url ws://host:port/ocpp/<account>/ --identity <name> --key='<key>'
  stationmaster-simulator --url ws://… --stations 100 --prefix SIM --key='<key>'
  stationmaster-simulator fleet <file>
  stationmaster-simulator load --url ws://127.0.0.1:8080/ocpp/<account>/ … (load --help)

Options
${row('--url <link>', 'the station link as the console shows it; the identity is appended')}
${row('--identity <name>', 'one station of this name')}
${row('--stations <n>', 'this number of stations, named <prefix>0001 and so on')}
${row('--prefix <text>', 'prefix of the names of several stations (SIM)')}
${row("--key='<key>'", 'the key, in quotes; hex:… and base64:… for a binary key')}
${row('--tls-url <link>', 'the link of the port with TLS, for SecurityProfile 2 and 3')}
${row('--tls-ca <file>', 'the authority of the server in PEM; installed roots are trusted, too')}
${row('--set <key>=<value>', 'a configuration key, such as SecurityProfile=2; may be repeated')}
${row('--fleet <file>', 'stations, keys and cards from a JSON file')}
${row('--scenario <name>', 'living (default), idle, or one that runs once and ends:')}
${scenarios.map(({ name, meaning }) => row(`  ${name}`, meaning)).join('\n')}
${row('--cards <ids>', 'cards of the drivers, separated by commas; without any no driver arrives')}
${row('--quirks <names>', 'departures from the standard, separated by commas; --list shows them')}
${row('--speed <factor>', 'factor by which energy flows faster than the clock (1)')}
${row('--sample-interval <s>', 'seconds between two meter values of a transaction')}
${row('--ledger <file>', 'append every answered CALL to this file, one JSON line each')}
${row('--seed <text>', 'the same seed gives the same drivers')}
${row('--frames', 'print every frame')}
${row('--list', 'print the quirks')}
${row('--help', 'print this')}
`

/** Output of `--list`. */
export const quirkList = quirks.map(({ name, meaning }) => row(name, meaning)).join('\n')
