#!/usr/bin/env node
// Drives heibai with npm's @sabaki/gtp, commands pipelined as the Sabaki GUI sends them.
//   node scripts/clients/sabaki.mjs FOLDER_OF_NODE_MODULES PROGRAM
import { createRequire } from 'node:module'
import path from 'node:path'

const [folder, program] = process.argv.slice(2)
const require = createRequire(path.resolve(folder, 'x.js'))
const { Controller, Command } = require('@sabaki/gtp')

function check(condition, what) {
  if (!condition) {
    console.error(`sabaki: ${what}`)
    process.exit(1)
  }
}

const engine = new Controller(program, ['--level', '2'])
engine.start()
const send = (text) => engine.sendCommand(Command.fromString(text))

const pipelined = [
  'name', 'version', 'protocol_version', 'list_commands', 'boardsize 8', 'clear_board', 'komi 6.5',
  'time_settings 0 1 1', 'genmove B', 'genmove W', 'undo', 'undo', 'undo', 'showboard', 'nonsense',
]
const answers = await Promise.all(pipelined.map(send))
const [name, , version, list] = answers
check(name.content === 'Heibai', `name: ${name.content}`)
check(version.content === '2', `protocol_version: ${version.content}`)
check(list.content.split('\n').includes('analyze'), 'analyze is not listed')
const [black, white, undo, , none, board, unknown] = answers.slice(8)
check(/^[A-H][1-8]$/.test(black.content) && /^[A-H][1-8]$/.test(white.content), 'no move')
check(!undo.error && none.error && none.content === 'cannot undo', 'undo')
check(board.content.includes('side black'), `showboard: ${board.content}`)
check(unknown.error && unknown.content === 'unknown command', `unknown: ${unknown.content}`)

// An analysis is told line by line and ends when the next command is sent.
let told = 0
const analysis = engine.sendCommand(Command.fromString('analyze B 10'), ({ line }) => {
  if (line.startsWith('info move ')) told += 1
})
await new Promise((resolve) => setTimeout(resolve, 800))
const after = await send('protocol_version')
const ended = await analysis
check(told > 0 && !ended.error && after.content === '2', `analysis: ${told} lines`)

await engine.stop()
console.log(`sabaki: ${pipelined.length} pipelined commands and an analysis of ${told} lines are right`)

// Go as Sabaki plays it: its sizes, handicap, captures, both passes, dead stones and score.
const go = new Controller(program, ['--game', 'go'])
go.start()
const ask = (text) => go.sendCommand(Command.fromString(text))
const script = [
  'list_commands', 'boardsize 9', 'komi 6.5', 'fixed_handicap 2', 'genmove W', 'undo', 'play W J9', 'play B J8',
  'play W D4', 'play B H9', 'captures B', 'play W pass', 'play B pass', 'genmove W', 'final_score',
  'final_status_list dead', 'play W E5',
]
const answered = await Promise.all(script.map(ask))
check(answered[0].content.split('\n').includes('final_status_list'), 'final_status_list is not listed')
check(answered[3].content === 'C3 G7', `fixed_handicap: ${answered[3].content}`)
check(/^[A-HJ][1-9]$/.test(answered[4].content), `genmove: ${answered[4].content}`)
const refused = answered.filter(({ error }) => error).length
check(refused === 1 && answered[16].content === 'illegal move', `${refused} commands are refused`)
check(answered[10].content === '1', `captures: ${answered[10].content}`)
check(/^[BW]\+\d+(\.5)?$/.test(answered[14].content), `final_score: ${answered[14].content}`)
await go.stop()
console.log(`sabaki: ${script.length} commands of Go are answered, a move behind the stop is refused`)
process.exit(0)
