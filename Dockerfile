# One image for every process: `serve` runs everything with its own store; compose.yaml runs web, relay and worker.
FROM python:3.13-slim AS build
RUN python -m venv /opt/kingdomino
ENV PATH=/opt/kingdomino/bin:$PATH PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /src
# The packages change less often than the code, so they are a layer of their own.
COPY requirements.txt .
RUN pip install -r requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY kingdomino kingdomino
COPY replays replays
COPY service service
COPY workers workers
RUN pip install --no-deps .

FROM python:3.13-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin kingdomino \
    && install -d -o kingdomino -g kingdomino -m 700 /data
COPY --from=build /opt/kingdomino /opt/kingdomino
ENV PATH=/opt/kingdomino/bin:$PATH PYTHONUNBUFFERED=1 HOST=0.0.0.0 PORT=8000 KINGDOMINO_DATA=/data
USER kingdomino
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s CMD ["python", "-c", \
    "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/readyz', timeout=2)"]
ENTRYPOINT ["kingdomino"]
CMD ["serve"]
