"""A real mail server for the tests: aiosmtpd, told by its arguments what to refuse.

    smtpd.py FOLDER [--tls CERT KEY] [--login USER PASSWORD] [--do STAGE N ACT]...

It takes letters into FOLDER, one file each (the envelope in its first two lines), and prints a line for its
port and for each stage that is reached: `port 40001`, `MAIL 1`, `taken 1`. ACT is an answer (`451 later`),
`hang` (no answer comes) or `cut` (the connection ends). Stages are EHLO, MAIL, RCPT, DATA.
"""

import argparse
import asyncio
import pathlib
import ssl

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword


class Referee:
    """Takes letters, and does at the n-th time of a stage what the script says."""

    def __init__(self, folder, script):
        self.folder, self.script, self.counts = pathlib.Path(folder), script, {}

    async def act(self, server, stage):
        count = self.counts[stage] = self.counts.get(stage, 0) + 1
        print(stage, count, flush=True)
        act = self.script.get((stage, count))
        if act == "hang":
            await asyncio.sleep(600)
        if act == "cut":
            server.transport.abort()
            await asyncio.sleep(600)
        return act

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        answer = await self.act(server, "EHLO")
        return [answer] if answer else responses

    async def handle_MAIL(self, server, session, envelope, address, options):
        answer = await self.act(server, "MAIL")
        if not answer:
            envelope.mail_from = address
        return answer or "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        answer = await self.act(server, "RCPT")
        if not answer:
            envelope.rcpt_tos.append(address)
        return answer or "250 OK"

    async def handle_DATA(self, server, session, envelope):
        # The letter is here; whether it is taken, the answer says.
        answer = await self.act(server, "DATA")
        if answer:
            return answer
        number = self.counts["taken"] = self.counts.get("taken", 0) + 1
        head = f"{envelope.mail_from}\n{','.join(envelope.rcpt_tos)}\n"
        tls = f"tls {session.ssl is not None}\n".encode()
        (self.folder / f"{number}.eml").write_bytes(head.encode() + tls + envelope.content)
        print("taken", number, flush=True)
        return "250 taken"


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--tls", nargs=2)
    parser.add_argument("--login", nargs=2)
    parser.add_argument("--do", nargs=3, action="append", default=[])
    args = parser.parse_args()
    referee = Referee(args.folder, {(stage, int(n)): act for stage, n, act in args.do})
    context = None
    if args.tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*args.tls)

    def login(server, session, envelope, mechanism, data):
        said = isinstance(data, LoginPassword) and [data.login.decode(), data.password.decode()]
        print("login", said == args.login, flush=True)
        # `handled=False`: the server answers, not we.
        return AuthResult(success=said == args.login, handled=False)

    def server():
        return SMTP(
            referee,
            enable_SMTPUTF8=True,
            tls_context=context,
            require_starttls=context is not None,
            authenticator=login if args.login else None,
            auth_required=args.login is not None,
            auth_require_tls=context is not None,
        )

    listening = await asyncio.get_running_loop().create_server(server, "127.0.0.1", 0)
    print("port", listening.sockets[0].getsockname()[1], flush=True)
    await listening.serve_forever()


asyncio.run(main())
