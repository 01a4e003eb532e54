"""What each user of deploy/rabbitmq may and may not do, tried on a running broker.

rabbitmq-permissions starts that broker and says in the environment where it listens.
"""
import base64
import contextlib
import os
import ssl
import sys
import urllib.error
import urllib.request

import pika

EXCHANGE = os.environ.get("QUEUE", "wordcount")
PARTITIONS = int(os.environ.get("PARTITIONS", "1"))
# the last of the partitions, if there are several
QUEUE = EXCHANGE if PARTITIONS == 1 else f"{EXCHANGE}.{PARTITIONS - 1}"
DEAD = EXCHANGE + ".dead"
VHOST = os.environ.get("VHOST", "pipeline")
LIMIT_SECONDS = 30
QUORUM = {"x-queue-type": "quorum"} if os.environ.get("QUEUE_TYPE") == "quorum" else {}


def parameters(name, password, **more):
    more.setdefault("port", int(os.environ["AMQP_PORT"]))
    more.setdefault("host", "127.0.0.1")
    login = pika.PlainCredentials(name, password)
    return pika.ConnectionParameters(virtual_host=VHOST, credentials=login,
                                     socket_timeout=LIMIT_SECONDS, stack_timeout=2 * LIMIT_SECONDS,
                                     **more)


def password(name):
    return os.environ[name.upper() + "_PASSWORD"]


@contextlib.contextmanager
def channel_of(name, **more):
    connection = pika.BlockingConnection(parameters(name, password(name), **more))
    try:
        yield connection.channel()
    finally:
        with contextlib.suppress(pika.exceptions.AMQPError):
            connection.close()


def publish(exchange, key):
    def act(channel):
        channel.confirm_delivery()
        channel.basic_publish(exchange, key, b"[]", mandatory=True)
    return act


def get(queue):
    def act(channel):
        frame, _, _ = channel.basic_get(queue)
        assert frame is not None, f"nothing in {queue}"
        channel.basic_ack(frame.delivery_tag)
    return act


def declare(queue, passive=False, **arguments):
    return lambda ch: ch.queue_declare(queue, durable=True, passive=passive, arguments=arguments)


def declare_exchange(name, passive=False):
    return lambda ch: ch.exchange_declare(name, "direct", durable=True, passive=passive)


def attempt(name, act, **more):
    """The outcome of an action: 'ok', or the broker's code or the kind of failure."""
    try:
        with channel_of(name, **more) as channel:
            act(channel)
            # an answer means that nothing before it closed the channel
            channel.basic_qos(prefetch_count=1)
        return "ok"
    except pika.exceptions.ChannelClosedByBroker as e:
        return str(e.reply_code)
    except pika.exceptions.ProbableAuthenticationError:
        return "refused"
    except ssl.SSLCertVerificationError as e:
        return e.verify_message


def encrypted(authority, host="localhost"):
    context = ssl.create_default_context(cafile=os.path.join(authority, "ca.pem"))
    return {"port": int(os.environ["TLS_PORT"]), "ssl_options": pika.SSLOptions(context, host)}


def management(path, name):
    request = urllib.request.Request(f"http://127.0.0.1:{os.environ['MANAGEMENT_PORT']}{path}")
    login = f"{name}:{os.environ.get(name.upper() + '_PASSWORD', name)}"
    request.add_header("Authorization", "Basic " + base64.b64encode(login.encode()).decode())
    try:
        with urllib.request.urlopen(request, timeout=LIMIT_SECONDS) as answer:
            return answer.status
    except urllib.error.HTTPError as e:
        return e.code


def open_files(pid):
    """What the descriptors of a process are, as /proc has it, but for those that are closed meanwhile."""
    for descriptor in os.listdir(f"/proc/{pid}/fd"):
        with contextlib.suppress(FileNotFoundError):
            yield os.readlink(f"/proc/{pid}/fd/{descriptor}")


def listening(pid):
    """The addresses, as hexadecimal ADDRESS:PORT, that a process listens on."""
    inodes = {link[8:-1] for link in open_files(pid) if link.startswith("socket:[")}
    found = set()
    for table in ("tcp", "tcp6"):
        with open(f"/proc/{pid}/net/{table}") as lines:
            for fields in map(str.split, list(lines)[1:]):
                if fields[3] == "0A" and fields[9] in inodes:
                    found.add(fields[1])
    return found


def open_to_others():
    """The ports that the broker's process hears from outside this machine."""
    loopback = ("0100007F", "0" * 24 + "01000000", "0000000000000000FFFF00000100007F")
    addresses = (a.split(":") for a in listening(os.environ["BROKER_PID"]))
    return sorted(int(port, 16) for address, port in addresses if address not in loopback)


def checks():
    nothing = lambda channel: None
    ours, other = os.environ["CERTIFICATES"], os.environ["OTHER_CERTIFICATES"]
    yield "server publishes to the exchange", attempt("server", publish(EXCHANGE, QUEUE)), "ok"
    yield "server cannot consume", attempt("server", get(QUEUE)), "403"
    yield "server cannot write the dead exchange", attempt("server", publish(DEAD, DEAD)), "403"
    yield "server cannot use the default exchange", attempt("server", publish("", QUEUE)), "403"
    yield "server cannot declare another queue", attempt("server", declare("other")), "403"
    yield "server cannot declare an exchange", attempt("server", declare_exchange("other")), "403"
    yield "server cannot delete the queue", attempt("server", lambda c: c.queue_delete(QUEUE)), "403"
    yield "server cannot purge the queue", attempt("server", lambda c: c.queue_purge(QUEUE)), "403"
    yield "server cannot even redeclare its queue", attempt("server", declare(QUEUE, **QUORUM)), "403"
    yield "server may ask for its queue", attempt("server", declare(QUEUE, passive=True)), "ok"
    yield ("server may ask for its exchange",
           attempt("server", declare_exchange(EXCHANGE, passive=True)), "ok")
    yield "consumer consumes", attempt("consumer", get(QUEUE)), "ok"
    if PARTITIONS > 1:
        yield "consumer cannot read the mark", attempt("consumer", get(EXCHANGE)), "403"
        yield ("consumer cannot read another partition than there is",
               attempt("consumer", get(f"{EXCHANGE}.{PARTITIONS}")), "403")
    yield "consumer writes the dead queue", attempt("consumer", publish(DEAD, DEAD)), "ok"
    yield "consumer cannot read the dead queue", attempt("consumer", get(DEAD)), "403"
    yield "consumer cannot publish", attempt("consumer", publish(EXCHANGE, QUEUE)), "403"
    yield "consumer cannot use the default exchange", attempt("consumer", publish("", QUEUE)), "403"
    yield "consumer cannot declare", attempt("consumer", declare("other")), "403"
    yield "consumer may ask for the dead queue", attempt("consumer", declare(DEAD, passive=True)), "ok"
    yield "operator cannot read the queue", attempt("operator", get(QUEUE)), "403"
    os.environ["GUEST_PASSWORD"] = "guest"
    yield "guest is refused", attempt("guest", nothing), "refused"
    yield "guest is refused over TLS", attempt("guest", nothing, **encrypted(ours)), "refused"
    yield "TLS with our authority", attempt("server", publish(EXCHANGE, QUEUE), **encrypted(ours)), "ok"
    yield ("TLS with another authority fails",
           attempt("server", nothing, **encrypted(other)),
           "self-signed certificate in certificate chain")
    yield ("TLS with another host name fails",
           attempt("server", nothing, **encrypted(ours, "elsewhere")),
           "Hostname mismatch, certificate is not valid for 'elsewhere'.")
    yield "operator reads the management API", management("/api/overview", "operator"), 200
    yield "operator cannot list users", management("/api/users", "operator"), 401
    yield "server's user has no management", management("/api/overview", "server"), 401
    yield "guest has no management", management("/api/overview", "guest"), 401
    yield "only TLS is heard from outside", open_to_others(), [int(os.environ["TLS_PORT"])]


def main():
    failed = 0
    for what, actual, expected in checks():
        good = actual == expected
        failed += not good
        print(f"ok    {what}: {actual}" if good else f"FAIL  {what}: {actual}, not {expected}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
