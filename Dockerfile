# One image for every process: `serve` runs everything with its own store; compose.yaml runs web, relay and worker.
# The processes write only to /data and /tmp, so the rest may be read-only.
# The base image is pinned by its digest; to update it, see docs/operate/operation.md#what-is-pinned.
ARG PYTHON=python:3.12.14-slim-bookworm@sha256:0f5b26b9518d002b6173fd61daad821fa340635ebfec5bba471013f9ca114579

FROM ${PYTHON} AS build
# The compiler is for the kernel (kingdomino/kernel); it stays in this stage.
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
# Without pip, which the final image does not need.
RUN python -m venv --without-pip /opt/kingdomino
ENV PIP_PYTHON=/opt/kingdomino/bin/python PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /src
# Packages change less often than the code, so they have a layer of their own.
COPY requirements.txt requirements-build.txt ./
RUN pip install --only-binary :all: --require-hashes -r requirements.txt \
    && PIP_PYTHON= pip install --only-binary :all: --require-hashes -r requirements-build.txt
COPY pyproject.toml setup.py README.md LICENSE ./
COPY kingdomino kingdomino
COPY replays replays
COPY service service
COPY workers workers
# Builds with the packages installed above, outside of the final environment; nothing more is downloaded.
RUN PIP_PYTHON= pip wheel --no-build-isolation --no-deps --wheel-dir /tmp/built . \
    && pip install --no-index --no-deps /tmp/built/*.whl
# The kernel is optional elsewhere, but required here: an image without it would always be slow.
RUN cd / && /opt/kingdomino/bin/python -c 'import sys; from kingdomino.kernel import state; sys.exit(state().why_not)'

FROM ${PYTHON}
LABEL org.opencontainers.image.title="Kingdomino service" \
      org.opencontainers.image.description="Play Kingdomino over days and weeks, replay every move, audit every game." \
      org.opencontainers.image.licenses="MIT"
RUN useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin kingdomino \
    && install -d -o kingdomino -g kingdomino -m 700 /data /archive
COPY --from=build /opt/kingdomino /opt/kingdomino
ENV PATH=/opt/kingdomino/bin:$PATH PYTHONUNBUFFERED=1 HOST=0.0.0.0 PORT=8000 KINGDOMINO_DATA=/data
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
# Checks that the process responds. An unavailable store (/readyz) is no reason to end a web process, which waits for it.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --start-interval=1s CMD ["python", "-c", \
    "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/healthz', timeout=2)"]
# Exec form, so that SIGTERM reaches the program, which then shuts down in order.
ENTRYPOINT ["kingdomino"]
CMD ["serve"]
