import { describe, expect, it } from 'vitest';
import { isSound } from './cacheable-answers.ts';

const answer = (type: string, status = 200): Response =>
  new Response('', { status, headers: { 'content-type': type } });

describe('the check of an answer before it is cached as a file of the app', () => {
  it.each([
    ['https://kit.example/assets/a.js', 'text/javascript', 200, true],
    ['https://kit.example/assets/a.js?__WB_REVISION__=1', 'application/javascript; charset=utf-8', 200, true],
    ['https://kit.example/index.html', 'text/html', 200, true],
    ['https://kit.example/fieldkit/rescue.html?__WB_REVISION__=1', 'text/html', 200, true],
    ['https://kit.example/assets/a.js', 'text/html', 200, false],
    ['https://kit.example/assets/a.css', ' Text/HTML; charset=utf-8', 200, false],
    ['https://kit.example/manifest.webmanifest', 'text/html', 200, false],
    ['https://kit.example/assets/a.js', 'text/javascript', 404, false],
    ['https://kit.example/assets/a.js', 'text/javascript', 206, false],
    ['https://kit.example/index.html', 'text/html', 503, false],
  ])('accepts the file %s with the media type %s and the status %d: %s', (url, type, status, sound) => {
    expect(isSound(url, answer(type, status))).toBe(sound);
  });
});
